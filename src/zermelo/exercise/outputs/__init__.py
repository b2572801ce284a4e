"""Sheets on paper and on a screen: what each ending gives."""
