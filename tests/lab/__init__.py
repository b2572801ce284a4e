"""Tests of zermelo.lab."""
