"""Open whist for two: all cards on the table, follow suit, the higher card takes the trick."""

import random
from enum import IntEnum
from typing import NamedTuple, Optional

from zermelo import MAX, MIN, Game


class Suit(IntEnum):
    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


class Card(NamedTuple):
    suit: Suit
    rank: int

    def beats(self, other: "Card", trump: Suit) -> bool:
        if self.suit == other.suit:
            return self.rank > other.rank
        return self.suit == trump

    def __str__(self):
        return "CDHS"[self.suit] + "23456789TJQKA"[self.rank - 2]


class Table(NamedTuple):
    hands: tuple[frozenset[Card], frozenset[Card]]
    led: Optional[Card]
    leader: int
    tricks: tuple[int, int]


class Whist(Game[Table, Card]):
    def __init__(self, cards: int = 5, seed: int = 1, trump: int = 3) -> None:
        self.cards = cards
        self.seed = seed
        self.trump = Suit(trump)

    def initial(self) -> Table:
        deck = [Card(suit, rank) for suit in Suit for rank in range(2, 15)]
        random.Random(self.seed).shuffle(deck)
        mine, theirs = deck[: self.cards], deck[self.cards : 2 * self.cards]
        return Table((frozenset(mine), frozenset(theirs)), None, 0, (0, 0))

    def on_turn(self, state: Table) -> int:
        return state.leader if state.led is None else 1 - state.leader

    def to_move(self, state: Table) -> int:
        return MAX if self.on_turn(state) == 0 else MIN

    def actions(self, state: Table) -> list[Card]:
        hand = state.hands[self.on_turn(state)]
        if state.led is not None:
            following = [card for card in hand if card.suit == state.led.suit]
            if following:
                return sorted(following)
        return sorted(hand)

    def result(self, state: Table, action: Card) -> Table:
        me = self.on_turn(state)
        hands = list(state.hands)
        hands[me] = hands[me] - {action}
        if state.led is None:
            return state._replace(hands=tuple(hands), led=action)
        winner = me if action.beats(state.led, self.trump) else state.leader
        tricks = list(state.tricks)
        tricks[winner] += 1
        return Table(tuple(hands), None, winner, tuple(tricks))

    def is_terminal(self, state: Table) -> bool:
        return not any(state.hands)

    def utility(self, state: Table) -> int:
        mine, theirs = state.tricks
        return mine - theirs

    def format_action(self, state: Table, action: Card) -> str:
        return str(action)
