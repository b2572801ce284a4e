"""Visitors who try to become somebody else: to see, change or delete what others have made.

Victims are known by a cookie that the server gave them, or by their address. Attackers come from
other addresses, with cookies and headers of all kinds but the victims' own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeAlias

import httpx

from tests.web.browser import Browser

Client: TypeAlias = Browser | httpx.Client  # somebody who asks from one address
PEOPLE = {"max": {"kind": "person"}, "min": {"kind": "person"}}
REFUSED = (400, 403, 409, 422)
BUSY = (429, 503)
NONE = {"Cookie": "none=1"}  # else a client shows what it was given before


@dataclass(frozen=True)
class Victim:
    """Whose match it is, and how it must stay."""

    client: Client
    headers: dict[str, str]
    name: str  # the text of whose digest the server makes an owner
    match: dict[str, Any]
    address: str


def attack(
    victims: Mapping[str, Client], attackers: Sequence[Client], token: str, count: int, seed: int
) -> Iterator[str]:
    """What an attacker got that is not theirs, in so many tries; clients are by their addresses."""
    dice, bearer = random.Random(seed), {"Authorization": f"Bearer {token}"}
    there = [_victim(client, address, bearer, number % 2 == 0)
             for address, client in victims.items() for number in range(2)]  # fmt: skip
    own = [_given(client, bearer) for client in attackers]
    for _ in range(count):
        victim, number = dice.choice(there), dice.randrange(len(attackers))
        headers = {**bearer, **_disguise(dice, victim, dice.choice(own))}
        told = {name: value.encode("utf-8") for name, value in headers.items()}
        wrong = _deed(dice, attackers[number], told, victim)
        if wrong:
            yield f"{headers}: {wrong}"
    for victim in there:
        yield from _left(victim)


def _victim(client: Client, address: str, bearer: dict[str, str], known: bool) -> Victim:
    headers, name = {**bearer, **NONE}, f"address {address}"
    if known:
        name = _given(client, bearer)
        headers = {**bearer, "Cookie": f"zermelo-visitor={name}"}
    body = {"game": "nim", "moves": ["1:1"], "sides": PEOPLE}
    match = client.request("POST", "/api/matches", json=body, headers=headers).json()
    change = {"version": match["version"], "sides": ["min"]}
    path = f"/api/matches/{match['id']}/invitations"
    match = client.request("PUT", path, json=change, headers=headers).json()
    return Victim(client, headers, name, match, address)


def _given(client: Client, bearer: dict[str, str]) -> str:
    """The cookie that the server gives to a new visitor."""
    page = client.request("GET", "/", headers={**bearer, **NONE, "Accept": "text/html"})
    return str(page.headers["set-cookie"].partition("=")[2].partition(";")[0])


def _disguise(dice: random.Random, victim: Victim, own: str) -> dict[str, str]:
    """Headers by which an attacker may be taken for somebody else; never a victim's own cookie."""
    address, digest = victim.address, sha256(victim.name.encode()).hexdigest()
    texts = [
        *("", own, own.upper(), own[:-1], f"{own}0", digest, victim.match["id"], "none", "*", "%"),
        *(f"address {address}", f" address {address} ", f"address%20{address}", address),
        *(f"\\141ddress\\040{address}", f"address {address}\\000", "a" * 5000, "\udc80", "é"),
    ]
    text = dice.choice(texts).encode("utf-8", "replace").decode()
    shown = dice.choice((f"zermelo-visitor={text}", f'zermelo-visitor="{text}"'))
    twice = dice.choice((shown, shown, f"zermelo-visitor={own}; {shown}", f"{shown}; {shown}"))
    more = [
        {},
        {"X-Forwarded-For": address},
        {"Forwarded": f"for={address}"},
        {"X-Real-IP": address, "X-Forwarded-Host": "localhost"},
        {"Zermelo-Seat": dice.choice((text.strip() or "x", victim.match["id"], "null", "None"))},
    ]
    return {"Cookie": twice.strip(), **dice.choice(more)}


def _deed(dice: random.Random, client: Client, headers: Mapping[str, Any], victim: Victim) -> str:
    """What an attacker tries, and what is wrong with the answer."""
    id, version = victim.match["id"], victim.match["version"]
    path, change = f"/api/matches/{id}", {"version": version}
    changes: list[tuple[str, str, dict[str, Any]]] = [
        ("DELETE", path, {}),
        ("POST", f"{path}/moves", {"json": {**change, "move": "2:1"}}),
        *(("POST", f"{path}/{what}", {"json": change}) for what in ("undo", "swap", "reply")),
        ("POST", f"{path}/goto", {"json": {**change, "at": 0}}),
        ("PUT", f"{path}/sides", {"json": {**change, "sides": PEOPLE}}),
        ("PUT", f"{path}/invitations", {"json": {**change, "sides": ["max"]}}),
    ]
    if dice.random() < 0.7:
        method, where, more = dice.choice(changes)
        status = client.request(method, where, headers=headers, **more).status_code
        return "" if status in (*REFUSED, *BUSY) else f"{method} {where}: {status}"
    if dice.random() < 0.5:
        answer = client.request("GET", "/api/matches?limit=100", headers=headers)
        mine = answer.status_code == 200 and id in [each["id"] for each in answer.json()["matches"]]
        return "a stranger's match is listed as one's own" if mine else ""
    answer = client.request("GET", path, headers=headers)
    if answer.status_code in BUSY:
        return ""
    seen = {name: answer.json().get(name) for name in ("role", "seats", "invites")}
    watches = seen == {"role": "watcher", "seats": [], "invites": {}}
    return "" if watches else f"a stranger is {seen}"


def _left(victim: Victim) -> Iterator[str]:
    """What is not as it was; whose match it is can delete it."""
    path = f"/api/matches/{victim.match['id']}"
    found = victim.client.request("GET", path, headers=victim.headers).json()
    for name in ("version", "record", "role", "invites", "sides"):
        if found.get(name) != victim.match[name]:
            yield f"{path}: {name} was {victim.match[name]}, is {found.get(name)}"
    status = victim.client.request("DELETE", path, headers=victim.headers).status_code
    if status != 204:
        yield f"{path}: its owner cannot delete it: {status}"
