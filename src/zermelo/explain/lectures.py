"""The pseudo-code of the five lectures, in their own words, by convention and algorithm.

Two spaces are a level. Behind @ stand the steps at which a line runs (`pseudocode.Code`); `root`
is what happens at the root itself. What stands in {braces} is there only under a depth limit. A
function for MAX stands for that of MIN, too: both are told apart by pairs of words.

Slips of the slides are mended: 000 begins with the first move and tries the last one, 001 and 003
update the bound inside the loop, the mean of 003 is not divided again, and 004 keeps the best move.
"""

from __future__ import annotations

import re
from typing import Any, Final

from zermelo.search import CONVENTIONS

PLAYERS: Final = ("MAX", "MIN")


def _both(code: str, *pairs: tuple[str, str]) -> str:
    """A function for MAX and, with the words of each pair exchanged, the one for MIN."""
    other = dict(pair for one, two in (PLAYERS, *pairs) for pair in ((one, two), (two, one)))
    words = "|".join(map(re.escape, sorted(other, key=len, reverse=True)))
    return code + re.sub(words, lambda found: other[found[0]], code)


_MINIMAX_000: Final = """
función minimax(nodo, jugador) @ begin
  max ← −∞{; prof ← 1} @ enter root
  desde jugada ← 1 hasta N hacer @ merge root
    si esValida(nodo, jugada) entonces
      intento ← aplicaJugada(nodo, jugador, jugada)
      max_actual ← valorMin(intento, opuesto(jugador){, prof+1})
      si max_actual > max entonces
        max ← max_actual; mejorJugada ← jugada @ best root
  devolver aplicaJugada(nodo, jugador, mejorJugada) @ leave root, answer
""" + _both(
    """
función valorMax(nodo, jugador{, prof}) @ enter MAX
  si terminal(nodo) entonces valor_max ← utilidad(nodo) @ leaf MAX
  {si_no si prof = LIMITE entonces}
    {valor_max ← heuristica(nodo) @ estimate MAX}
  si_no
    valor_max ← −∞
    desde jugada ← 1 hasta N hacer @ merge MAX
      si esValida(nodo, jugada) entonces
        intento ← aplicaJugada(nodo, jugador, jugada)
        v ← valorMin(intento, opuesto(jugador){, prof+1})
        valor_max ← maximo(valor_max, v) @ best MAX
  devuelve valor_max @ leave MAX
""",
    ("valorMax", "valorMin"),
    ("valor_max", "valor_min"),
    ("maximo", "minimo"),
    ("valor_max ← −∞", "valor_min ← +∞"),
)
_ALPHABETA_000: Final = """
función poda_ab(nodo, jugador) @ begin
  alfa ← −∞; beta ← +∞; prof ← 1 @ enter root
  desde jugada ← 1 hasta N hacer @ merge root
    si esValida(nodo, jugada) entonces
      intento ← aplicaJugada(nodo, jugador, jugada)
      v ← valorMin_ab(intento, opuesto(jugador), prof+1, alfa, beta)
      si v > alfa entonces
        alfa ← v; mejorJugada ← jugada @ best root, bound root
  devolver aplicaJugada(nodo, jugador, mejorJugada) @ leave root, answer
""" + _both(
    """
función valorMax_ab(nodo, jugador, prof, alfa, beta) @ enter MAX
  si terminal(nodo) entonces vmax ← utilidad(nodo) @ leaf MAX
  si_no si prof = LIMITE entonces
    vmax ← heuristica(nodo) @ estimate MAX
  si_no
    jugada ← 1
    mientras jugada ≤ N Y alfa < beta hacer @ cutoff MAX, merge MAX
      si esValida(nodo, jugada) entonces
        intento ← aplicaJugada(nodo, jugador, jugada)
        v ← valorMin_ab(intento, opuesto(jugador), prof+1, alfa, beta)
        alfa ← maximo(alfa, v) @ best MAX, bound MAX
      jugada ← jugada+1
    vmax ← alfa
  devuelve vmax @ leave MAX
""",
    ("valorMax_ab", "valorMin_ab"),
    ("vmax", "vmin"),
    ("alfa ← maximo(alfa", "beta ← minimo(beta"),
    ("vmax ← alfa", "vmin ← beta"),
)
_SIDES_001: Final = (
    ("valor_maxim", "valor_minim"),
    ("float('-inf')", "float('inf')"),
    ("v2 > v", "v2 < v"),
)
_MINIMAX_001: Final = """
def cerca_minimax(joc, estat): @ begin
  jugador = estat.a_moure
  return valor_maxim(joc, jugador, estat{, 0}) @ answer
""" + _both(
    """
def valor_maxim(joc, jugador, estat{, profunditat}): @ enter MAX
  if joc.es_terminal(estat):
    return joc.utilitat(estat, jugador), None @ leaf MAX
  {if profunditat == LIMIT:}
    {return joc.avalua(estat, jugador), None @ estimate MAX}
  v, moviment = float('-inf'), None
  for a in joc.accions(estat): @ merge MAX
    v2, _ = valor_minim(joc, jugador, joc.resultat(estat, a){, profunditat + 1})
    if v2 > v: v, moviment = v2, a @ best MAX
  return v, moviment @ leave MAX
""",
    *_SIDES_001,
)
_ALPHABETA_001: Final = """
def busqueda_alfa_beta(joc, estat): @ begin
  jugador = estat.a_moure
  return valor_maxim_ab(joc, jugador, estat{, 0}, float('-inf'), float('inf')) @ answer
""" + _both(
    """
def valor_maxim_ab(joc, jugador, estat{, profunditat}, alfa, beta): @ enter MAX
  if joc.es_terminal(estat):
    return joc.utilitat(estat, jugador), None @ leaf MAX
  {if profunditat == LIMIT:}
    {return joc.avalua(estat, jugador), None @ estimate MAX}
  v, moviment = float('-inf'), None
  for a in joc.accions(estat): @ merge MAX
    v2, _ = valor_minim_ab(joc, jugador, joc.resultat(estat, a){, profunditat + 1}, alfa, beta)
    if v2 > v: v, moviment = v2, a @ best MAX
    if v >= beta: return v, moviment @ cutoff MAX
    alfa = max(alfa, v) @ bound MAX
  return v, moviment @ leave MAX
""",
    *_SIDES_001,
    ("v >= beta", "v <= alfa"),
    ("alfa = max(alfa", "beta = min(beta"),
)
_HEAD_002: Final = """
  si n es terminal devuelve utilidad de n @ leaf
  si p = 0 devuelve valor heurístico de n @ estimate
"""
_MINIMAX_002: Final = f"""
mm(s0, p, TRUE) @ begin, answer
mm(n, p, max) @ enter
{_HEAD_002}
  si max  v = −∞
    ∀ s ∈ succ(n): v = máx(v, mm(s, p−1, FALSE)) @ best MAX, merge MAX
  si no  v = ∞
    ∀ s ∈ succ(n): v = mín(v, mm(s, p−1, TRUE)) @ best MIN, merge MIN
  devuelve v @ leave
"""
_ALPHABETA_002: Final = f"""
α-β(s0, p, −∞, ∞, TRUE) @ begin, answer
α-β(n, p, α, β, max) @ enter
{_HEAD_002}
  si max  v = −∞
    ∀ s ∈ succ(n) @ merge MAX
      v = máx(v, α-β(s, p−1, α, β, FALSE)) @ best MAX
      α = máx(α, v) @ bound MAX
      si β ≤ α: break // corte β @ cutoff MAX
  si no  v = ∞
    ∀ s ∈ succ(n) @ merge MIN
      v = mín(v, α-β(s, p−1, α, β, TRUE)) @ best MIN
      β = mín(β, v) @ bound MIN
      si β ≤ α: break // corte α @ cutoff MIN
  devuelve v @ leave
"""
_HEAD_003: Final = """
  si esTerminal(estado) entonces
    retornar utilidad(estado) @ leaf
  {si profundidad = LIMITE entonces}
    {retornar evaluación(estado) @ estimate}
  sucesores = expandir(estado) @ merge
"""
_MINIMAX_003: Final = f"""
miniMax(estado{{, 1}}, true) @ begin, answer
miniMax(estado{{, profundidad}}, esMax) @ enter
{_HEAD_003}
  si esMax entonces
    mejorUtilidad = −INFINITO
    para cada s en sucesores:
      utilidad = miniMax(s{{, profundidad+1}}, false)
      mejorUtilidad = max(mejorUtilidad, utilidad) @ best MAX
  sino
    mejorUtilidad = +INFINITO
    para cada s en sucesores:
      utilidad = miniMax(s{{, profundidad+1}}, true)
      mejorUtilidad = min(mejorUtilidad, utilidad) @ best MIN
  retornar mejorUtilidad @ leave
"""
_ALPHABETA_003: Final = f"""
alfaBeta(estado{{, 1}}, true, −INFINITO, +INFINITO) @ begin, answer
alfaBeta(estado{{, profundidad}}, esMax, alfa, beta) @ enter
{_HEAD_003}
  si esMax entonces
    mejorUtilidad = −INFINITO
    para cada s en sucesores:
      utilidad = alfaBeta(s{{, profundidad+1}}, false, alfa, beta)
      mejorUtilidad = max(mejorUtilidad, utilidad) @ best MAX
      si mejorUtilidad >= beta entonces break @ cutoff MAX
      alfa = max(alfa, mejorUtilidad) @ bound MAX
  sino
    mejorUtilidad = +INFINITO
    para cada s en sucesores:
      utilidad = alfaBeta(s{{, profundidad+1}}, true, alfa, beta)
      mejorUtilidad = min(mejorUtilidad, utilidad) @ best MIN
      si mejorUtilidad <= alfa entonces break @ cutoff MIN
      beta = min(beta, mejorUtilidad) @ bound MIN
  retornar mejorUtilidad @ leave
"""
_EXPECTIMINIMAX_003: Final = """
expectiminimax(raíz, profundidad, turno, turnoSiguiente) @ begin, answer
función expectiminimax(nodo, profundidad, turno, turnoSiguiente) @ enter
  si nodo es terminal entonces retornar utilidad(nodo) @ leaf
  {si profundidad == 1 entonces retornar evaluación(nodo) @ estimate}
  si turno es Min entonces
    α = +∞
    para cada hijo del nodo @ merge MIN
      valor = expectiminimax(hijo, profundidad−1, turnoSiguiente, Max)
      α = min(α, valor) @ best MIN
  sino si turno es Max entonces
    α = −∞
    para cada hijo del nodo @ merge MAX
      valor = expectiminimax(hijo, profundidad−1, turnoSiguiente, Min)
      α = max(α, valor) @ best MAX
  sino // turno es CHANCE
    α = 0
    para cada hijo del nodo
      valor = expectiminimax(hijo, profundidad−1, turnoSiguiente, CHANCE)
      α = α + probabilidad(hijo) * valor @ weigh
  retornar α @ leave
"""
_SIDES_004: Final = (
    ("maximo", "minimo"),
    ("valor_max", "valor_min"),
    (".heuristica", ".heuristica * -1"),
)
_MINIMAX_004: Final = "maximo(estado_inicial{, 0}, jugadas) @ begin, answer" + _both(
    """
def maximo(estado_actual{, profundidad}, jugadas): @ enter MAX
  if estado_actual.estado_objetivo() or estado_actual.estado_final():
    return estado_actual.heuristica @ leaf MAX
  {if profundidad == LIMITE: return estado_actual.heuristica @ estimate MAX}
  valor_max = -INFINITO
  for sucesor in obtener_sucesores(estado_actual.estado): @ look MAX, drop MAX, merge MAX
    valor = minimo(sucesor{, profundidad+1}, jugadas)
    if valor >= valor_max: aux, valor_max = sucesor, valor @ best MAX
  jugadas[0] = aux.estado
  return valor_max @ leave MAX
""",
    *_SIDES_004,
    (">=", "<="),
    ("-INFINITO", "INFINITO"),
)
_ALPHABETA_004: Final = (
    "maximo(estado_inicial{, 0}, -INFINITO, INFINITO, jugadas) @ begin, answer"
    + _both(
        """
def maximo(estado_actual{, profundidad}, alfa, beta, jugadas): @ enter MAX
  if estado_actual.estado_objetivo() or estado_actual.estado_final():
    return estado_actual.heuristica @ leaf MAX
  {if profundidad == LIMITE: return estado_actual.heuristica @ estimate MAX}
  for sucesor in obtener_sucesores(estado_actual.estado): @ look MAX, drop MAX, merge MAX
    valor = minimo(sucesor{, profundidad+1}, alfa, beta, jugadas)
    if valor > alfa: alfa, jugadas[0] = valor, sucesor.estado @ best MAX, bound MAX
    if valor >= beta: return alfa @ cutoff MAX
  return alfa @ leave MAX
""",
        *_SIDES_004,
        ("valor > alfa: alfa,", "valor < beta: beta,"),
        ("valor >= beta: return alfa", "valor <= alfa: return beta"),
        ("return alfa @ leave", "return beta @ leave"),
    )
)

CODE: Final[dict[str, dict[str, str]]] = {
    "000": {"minimax": _MINIMAX_000, "alphabeta": _ALPHABETA_000},
    "001": {"minimax": _MINIMAX_001, "alphabeta": _ALPHABETA_001},
    "002": {"minimax": _MINIMAX_002, "alphabeta": _ALPHABETA_002},
    "003": {
        "minimax": _MINIMAX_003,
        "alphabeta": _ALPHABETA_003,
        "expectiminimax": _EXPECTIMINIMAX_003,
    },
    "004": {
        "minimax": _MINIMAX_004,
        "two-successor": _MINIMAX_004,
        "alphabeta": _ALPHABETA_004,
        "two-successor-ab": _ALPHABETA_004,
    },
}


def lecture_code(
    algorithm: str, settings: dict[str, Any], limited: bool
) -> list[tuple[int, str, tuple[str, ...]]]:
    """The lines of the lecture whose convention is followed: level, text, steps.

    None of them where a setting is not the lecture's, or says what its code does not.
    """
    name = settings.get("convention", "")
    code = CODE.get(name, {}).get(algorithm, "")
    own: dict[str, Any] = dict(CONVENTIONS.get(name, {}))
    other = any(settings.get(key, value) != value for key, value in own.items())
    if other or settings["root"] == "MIN" or any(map(settings.get, ("table", "repetition"))):
        return []
    if "window" in settings:
        return []
    found = []
    for line in re.sub(r"\{(.*?)\}", r"\1" if limited else "", code).splitlines():
        text, _at, tags = line.partition(" @ ")
        if text.strip():
            level = (len(text) - len(text.lstrip())) // 2
            found.append((level, text.strip(), tuple(tags.split(", ")) if tags else ()))
    return found
