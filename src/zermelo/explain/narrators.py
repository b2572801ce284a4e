"""Who tells which story."""

from __future__ import annotations

from zermelo.explain.montecarlo import MonteCarloNarrator
from zermelo.explain.narrator import Narrator
from zermelo.explain.several import MaxnNarrator, ParanoidNarrator
from zermelo.explain.story import Story
from zermelo.game import MultiplayerGame
from zermelo.search.coalition import Coalition


def narrator_of(story: Story) -> Narrator:
    """The narrator for a story: two players, several, or one of several against all others."""
    if story.algorithm == "mcts":
        return MonteCarloNarrator(story)
    if isinstance(story.game, MultiplayerGame):
        return MaxnNarrator(story)
    return ParanoidNarrator(story) if isinstance(story.game, Coalition) else Narrator(story)


def sentence(story: Story, step: int) -> str:
    """What happens in a step, counted from 0."""
    narrator = narrator_of(story)
    if isinstance(narrator, MaxnNarrator):  # which remembers the ties
        return narrator.sentences()[step]
    return narrator.sentence(step, story.after(step))
