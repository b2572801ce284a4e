"""The engine: analyses and solves positions of any game, in the lane that suits it."""
