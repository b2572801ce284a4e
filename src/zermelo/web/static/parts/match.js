// A match on the server: moves and other changes go there, the engine's replies and other people's moves come back.

import { ask, left } from "./api.js";
import { t } from "./texts.js";
import { complain, latest, messageOf, say } from "./ui.js";
import { askAloud } from "./waiting.js";

const PAUSE = 700; // milliseconds between the moves of two engines
const AGAIN = 2000; // milliseconds until a server that did not answer is asked again

/** One match as it stands; `data` is what the server told of it last. A draft is saved with its first move. */
export class Match {
  /** `on` has update(position), leave(): the position is about to change, wait(text): why it takes so long, "" for no
   * reason, and saved(id): the draft is a match now. */
  constructor(data, signal, on) {
    Object.assign(this, { data, signal, on });
    this.view = null; // {record, at, kind}: what is looked at, when not the game as it stands
    this.thought = null; // what the engine thought of its move
    this.glance = latest(signal); // gives the signal of a request for a position to be looked at
    this.reply = null; // the request for a move of the engine
    this.playing = data.at === 0; // two engines that were interrupted wait for a word
    this.listen();
  }

  begin() {
    this.on.update(this.data.position);
    this.next();
  }

  get over() {
    return this.data.turn === null;
  }

  get engines() {
    return Object.values(this.data.sides).every(({ kind }) => kind === "engine");
  }

  get people() {
    return Object.values(this.data.sides).every(({ kind }) => kind === "person");
  }

  /** Whether an engine is about to move, and this window lets it. */
  get engineMoves() {
    return this.view === null && this.data.role === "owner" && this.data.turn?.kind === "engine"
      && (!this.engines || this.playing);
  }

  /** The moves of what is looked at, and how many of them led to the position on the board. */
  get record() {
    return this.view?.record ?? this.data.record;
  }

  get at() {
    return this.view?.at ?? this.data.at;
  }

  /** Whether the visitor may move at a position that is looked at. */
  mayMove(position) {
    const { seats } = this.data;
    return this.view?.kind !== "line" && this.view?.kind !== "variation" && !position.over
      && seats.includes(position.to_move?.toLowerCase());
  }

  /** The place after some moves, as the server wants to be told. */
  place(at, record = this.record) {
    const { game, parameters, start: position } = this.data;
    return { game, parameters, ...(position === null ? {} : { position }), moves: record.slice(0, at) };
  }

  // --- moves --------------------------------------------------------------------------------------

  /** Plays a move at the position on the board: from an earlier one, what came after it is kept as a variation. */
  async play(move) {
    if (!this.data.saved) return this.save([...this.record.slice(0, this.at), move]);
    if (this.view && !await this.change("goto", { at: this.at })) return false;
    return this.change("moves", { move });
  }

  /** Saves a draft, with these moves. */
  async save(moves = this.data.record, sides = this.data.sides) {
    if (!await this.send("POST", "", { ...this.place(0), moves, sides: plain(sides) })) return false;
    this.on.saved(this.data.id);
    return true;
  }

  /** Gives the seats to others; a draft stays one. */
  async seat(sides) {
    if (this.data.saved) return this.change("sides", { sides: plain(sides) }, "PUT");
    return this.send("POST", "?draft=true", { ...this.place(this.data.at), sides: plain(sides) });
  }

  /** Changes the match; where the engine had just moved, as it stands after that. */
  async change(what, more = {}, method = "POST") {
    if (this.busy) return false;
    const again = this.reply && (() => this.change(what, more, method));
    this.thought = null;
    this.halt();
    return this.send(method, `/${this.data.id}/${what}`, { ...more, version: this.data.version }, again);
  }

  /** Asks for the match as it is to be, and shows it. Where another window was faster, what is there now is shown, or
   * `again` does the same upon it. */
  async send(method, path, body, again = null) {
    if (this.busy) return false;
    this.on.leave();
    this.busy = true;
    try {
      this.take(await ask(method, `/api/matches${path}`, body, this.signal));
      return true;
    } catch (error) {
      if (again && error.kind === "stale") {
        await this.reload();
        this.busy = false;
        return await again();
      }
      await this.fail(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Another version of the match is here. */
  take(data) {
    this.data = data;
    this.view = null;
    if (data.thought) this.thought = data.thought;
    this.busy = false;
    this.on.update(data.position);
    if (data.saved) this.channel.postMessage({ id: data.id, version: data.version });
    this.next();
  }

  async fail(error) {
    if (left(error)) return;
    if (error.kind === "stale") say(t("This game went on in another window. Here it is as it stands."));
    else complain(error);
    if (error.kind !== "gone") await this.reload();
  }

  /** Shows the match as the server has it. */
  async reload() {
    if (!this.data.saved) return;
    try {
      const data = await ask("GET", `/api/matches/${this.data.id}`, undefined, this.signal);
      if (data.version !== this.data.version) this.thought = null;
      this.data = data;
      this.view = null;
      this.begin();
    } catch (error) {
      complain(error);
    }
  }

  /** Looks at the position after some moves of a record; the match stays as it is. `kind`: whose record it is. */
  async look(at, record = this.record, kind = this.view?.kind ?? "record") {
    this.on.leave();
    const signal = this.glance();
    try {
      if (kind === "record" && at === this.data.at) {
        const before = this.view;
        this.view = null;
        this.on.update(this.data.position);
        if (before !== null) this.next();
        return;
      }
      this.halt();
      const position = await ask("POST", "/api/positions", this.place(at, record), signal);
      this.view = { record, at, kind };
      this.on.update(position);
    } catch (error) {
      await this.fail(error);
    }
  }

  // --- the engine ---------------------------------------------------------------------------------

  /** The engine's turn: it thinks, and moves. Where nobody looks, it waits. */
  async next() {
    if (!this.engineMoves || document.hidden || this.signal.aborted) return;
    if (!this.data.saved) {
      await this.save();
      return;
    }
    this.halt();
    const request = this.reply = new AbortController();
    try {
      if (this.engines) await new Promise((done) => setTimeout(done, PAUSE));
      if (request.signal.aborted) return;
      const path = `/api/matches/${this.data.id}/reply`;
      const data = await askAloud(path, { version: this.data.version }, (text) => this.on.wait(text), request.signal);
      this.reply = null;
      this.take(data);
    } catch (error) {
      if (request.signal.aborted) return;
      this.reply = null;
      if (error.kind === "stale") await this.reload(); // another window was faster: nothing is lost
      else if (error.kind === "busy" || error.kind === "gone") { // the server may come back
        this.on.wait(messageOf(error));
        setTimeout(() => this.next(), AGAIN);
      } else complain(error);
    }
  }

  /** The engine need not think any more. */
  halt() {
    this.reply?.abort();
    this.reply = null;
  }

  /** Lets engines go on among themselves, or wait. */
  toggle() {
    this.playing = !this.playing;
    if (!this.playing) this.halt();
    this.begin();
  }

  // --- other windows, and other people --------------------------------------------------------------

  listen() {
    this.channel = new BroadcastChannel("zermelo-matches");
    const heard = (id, version) => {
      if (id === this.data.id && version > this.data.version && !this.busy && !this.reply) this.reload();
    };
    this.channel.onmessage = ({ data: { id, version } }) => heard(id, version);
    const look = () => {
      if (!document.hidden && !this.busy && !this.reply) this.reload();
    };
    document.addEventListener("visibilitychange", look, { signal: this.signal });
    addEventListener("online", () => {
      this.deafen();
      look();
      this.follow();
    }, { signal: this.signal });
    this.signal.addEventListener("abort", () => {
      this.halt();
      this.channel.close();
      this.deafen();
    });
    this.heard = heard;
  }

  deafen() {
    this.news?.close();
    this.news = null;
  }

  /** Where somebody else moves too, the server tells at once when they have. */
  follow() {
    const others = this.data.saved && (this.data.guests.length || this.data.role !== "owner");
    if (!others || this.news || this.signal.aborted) return;
    this.news = new EventSource(`/api/matches/${this.data.id}/events`);
    this.news.onerror = () => {
      if (this.news?.readyState !== EventSource.CLOSED) return; // else the browser tries again
      this.deafen();
      setTimeout(() => this.follow(), AGAIN);
    };
    this.news.addEventListener("version", ({ data }) => this.heard(this.data.id, JSON.parse(data).version));
  }
}

/** The sides as the server takes them. */
export function plain(sides) {
  return Object.fromEntries(Object.entries(sides).map(([side, { kind, level, algorithm, depth, time }]) => [side,
    Object.fromEntries(Object.entries({ kind, level, algorithm, depth, time })
      .filter(([, value]) => value !== null && value !== undefined))]));
}
