"""What an agent, or an engine of somebody else, loses a game by."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from zermelo.game import ZermeloError

Kind: TypeAlias = Literal["crash", "time", "illegal", "memory", "output-limit", "loading"]


class AgentFault(ZermeloError):
    """An agent that gave no legal move: whose fault, of what kind, and why in one line.

    `told` is what its process said, as JSON: `reason_of` makes words of it in any language.
    """

    def __init__(self, reason: str, kind: Kind, agent: str = "", told: Any = None) -> None:
        super().__init__(reason)
        self.reason, self.kind, self.agent, self.told = reason, kind, agent, told
