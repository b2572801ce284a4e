"""Right programs in the styles that students come up with."""

from math import inf


def minimax_of_dicts(game, state):
    """The whole tree as dicts first."""

    def build(here):
        if game.is_terminal(here):
            return game.utility(here)
        below = [build(game.result(here, action)) for action in game.actions(here)]
        return {"max": game.to_move(here) == 1, "below": below}

    def value(tree):
        if not isinstance(tree, dict):
            return tree
        return (max if tree["max"] else min)(value(each) for each in tree["below"])

    return value(build(state))


class AlphaBetaPlayer:
    """A class that gives the move."""

    def __init__(self):
        self.visited = 0

    def move(self, game, state):
        return self.search(game, state, -inf, inf)[1]

    def search(self, game, here, low, high):
        self.visited += 1
        if game.is_terminal(here):
            return game.utility(here), None
        sign = game.to_move(here)
        best, chosen = -sign * inf, None
        for action in game.actions(here):
            value, _ = self.search(game, game.result(here, action), low, high)
            if sign * value > sign * best:
                best, chosen = value, action
            if sign == 1:
                low = max(low, best)
            else:
                high = min(high, best)
            if low >= high:
                break
        return best, chosen


class MinimaxAgent:
    """An agent that is built with a depth, and asked about a state alone."""

    def __init__(self, depth=2, evaluation=None):
        self.depth, self.evaluation = depth, evaluation

    def get_action(self, game_state):
        sign = game_state.to_move()

        def worth(action):
            return sign * self.value(game_state.result(action), self.depth - 1)

        return max(game_state.actions(), key=worth)

    def value(self, game_state, depth):
        if game_state.is_terminal():
            return game_state.utility()
        if depth == 0:
            return game_state.evaluate()
        below = [self.value(game_state.result(a), depth - 1) for a in game_state.actions()]
        return max(below) if game_state.to_move() == 1 else min(below)


def alphabeta_pair(game, state, alpha=-inf, beta=inf):
    """Value and move as a pair, and no best before the first."""
    if game.is_terminal(state):
        return game.utility(state), None
    best = None
    for action in game.actions(state):
        value, _ = alphabeta_pair(game, game.result(state, action), alpha, beta)
        if game.to_move(state) == 1:
            best = (value, action) if best is None or value > best[0] else best
            alpha = max(alpha, value)
        else:
            best = (value, action) if best is None or value < best[0] else best
            beta = min(beta, value)
        if alpha >= beta:
            break
    return best


def alphabeta_by_function(game, state):
    """Two functions, chosen by who moves."""

    def search(here, alpha, beta):
        which = max_value if game.to_move(here) == 1 else min_value
        return game.utility(here) if game.is_terminal(here) else which(here, alpha, beta)

    def max_value(here, alpha, beta):
        value = -inf
        for action in game.actions(here):
            value = max(value, search(game.result(here, action), alpha, beta))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value

    def min_value(here, alpha, beta):
        value = inf
        for action in game.actions(here):
            value = min(value, search(game.result(here, action), alpha, beta))
            if value <= alpha:
                return value
            beta = min(beta, value)
        return value

    return search(state, -inf, inf)


def alphabeta_in_turns(game, state):
    """Two functions that call each other, MAX first: nobody asks who moves."""

    def max_value(here, alpha, beta):
        if game.is_terminal(here):
            return game.utility(here), None
        value, move = -inf, None
        for action in game.actions(here):
            reply, _ = min_value(game.result(here, action), alpha, beta)
            if reply > value:
                value, move = reply, action
                alpha = max(alpha, value)
            if value >= beta:
                break
        return value, move

    def min_value(here, alpha, beta):
        if game.is_terminal(here):
            return game.utility(here), None
        value, move = inf, None
        for action in game.actions(here):
            reply, _ = max_value(game.result(here, action), alpha, beta)
            if reply < value:
                value, move = reply, action
                beta = min(beta, value)
            if value <= alpha:
                break
        return value, move

    return max_value(state, -inf, inf)


def negamax_by_player(game, state, alpha=-inf, beta=inf):
    """Negamax that asks at each node who moves there."""

    def value(here, low, high):
        sign = game.to_move(here)
        best = -inf
        for action in game.actions(here):
            there = game.result(here, action)
            if game.is_terminal(there):
                found = sign * game.utility(there)
            elif game.to_move(there) == sign:
                found = value(there, low, high)
            else:
                found = -value(there, -high, -low)
            best = max(best, found)
            low = max(low, best)
            if low >= high:
                break
        return best

    if game.is_terminal(state):
        return game.utility(state)
    return game.to_move(state) * value(state, alpha, beta)


def alphabeta_with_a_stack(game, state):
    """No recursion."""
    if game.is_terminal(state):
        return game.utility(state)

    def frame(here, low, high):
        sign = game.to_move(here)
        return [here, iter(game.actions(here)), low, high, -sign * inf, sign]

    stack, came = [frame(state, -inf, inf)], None
    while stack:
        top = stack[-1]
        here, actions, low, high, best, sign = top
        if came is not None:
            best = max(best, came) if sign == 1 else min(best, came)
            low, high = (max(low, best), high) if sign == 1 else (low, min(high, best))
            top[2:5] = low, high, best
            came = None
        action = next(actions, None) if low < high else None
        if action is None:
            came = best
            stack.pop()
            continue
        there = game.result(here, action)
        if game.is_terminal(there):
            came = game.utility(there)
        else:
            stack.append(frame(there, low, high))
    return came


def alphabeta_in_steps(game, state):
    """A generator that stops between moves."""

    def steps(here, low, high):
        if game.is_terminal(here):
            return game.utility(here)
        sign = game.to_move(here)
        best = -sign * inf
        for action in game.actions(here):
            value = yield from steps(game.result(here, action), low, high)
            if sign == 1:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            yield
            if low >= high:
                break
        return best

    walk = steps(state, -inf, inf)
    while True:
        try:
            next(walk)
        except StopIteration as end:
            return end.value


def alphabeta_to_depth(game, state, depth, alpha=-inf, beta=inf):
    """With a depth limit."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    maximizing = game.to_move(state) == 1
    best = -inf if maximizing else inf
    for action in game.actions(state):
        value = alphabeta_to_depth(game, game.result(state, action), depth - 1, alpha, beta)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
