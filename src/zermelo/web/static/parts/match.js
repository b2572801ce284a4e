// A match on the server: moves and other changes go there, the engine's replies and other windows' moves come back.

import { ask, left } from "./api.js";
import { t } from "./texts.js";
import { complain, messageOf, say } from "./ui.js";
import { askAloud } from "./waiting.js";

const PAUSE = 700; // milliseconds between the moves of two engines
const AGAIN = 2000; // milliseconds until a server that did not answer is asked again

/** One match as it stands; `data` is what the server told of it last. */
export class Match {
  /** `on` has update(position), leave(): the position is about to change, and wait(text): why it takes so long, "" for no reason. */
  constructor(data, signal, on) {
    Object.assign(this, { data, signal, on });
    this.view = null; // how many moves are looked at, when not all that are played
    this.thought = null; // what the engine thought of its move
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
    return this.data.sides.max.kind === "engine" && this.data.sides.min.kind === "engine";
  }

  get people() {
    return this.data.sides.max.kind === "person" && this.data.sides.min.kind === "person";
  }

  /** Whether an engine is about to move. */
  get engineMoves() {
    return this.view === null && this.data.turn?.kind === "engine" && (!this.engines || this.playing);
  }

  /** How many moves led to the position on the board. */
  get at() {
    return this.view ?? this.data.at;
  }

  /** The place after some moves of the record, as the server wants to be told. */
  place(at) {
    const { game, parameters, start: position, record } = this.data;
    return { game, parameters, ...(position === null ? {} : { position }), moves: record.slice(0, at) };
  }

  // --- moves --------------------------------------------------------------------------------------

  /** Changes the match; where another window was faster, shows what is there now. */
  async change(what, more = {}, method = "POST") {
    if (this.busy) return;
    const race = Boolean(this.reply);
    this.thought = null;
    this.halt();
    this.on.leave();
    this.busy = true;
    try {
      const path = `/api/matches/${this.data.id}/${what}`;
      this.take(await ask(method, path, { ...more, version: this.data.version }, this.signal));
    } catch (error) {
      if (race && error.kind === "stale") { // the engine had just moved
        await this.reload();
        this.busy = false;
        await this.change(what, more, method);
      } else await this.fail(error);
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
    this.channel.postMessage({ id: data.id, version: data.version });
    this.next();
  }

  async fail(error) {
    if (left(error)) return;
    if (error.kind === "stale") say(t.play.elsewhere);
    else complain(error);
    if (error.kind !== "gone") await this.reload();
  }

  /** Shows the match as the server has it. */
  async reload() {
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

  /** Looks at the position after some moves of the record; the match stays as it is. */
  async look(at) {
    this.on.leave();
    this.glance?.abort();
    this.glance = new AbortController();
    try {
      if (at === this.data.at) {
        const before = this.view;
        this.view = null;
        this.on.update(this.data.position);
        if (before !== null) this.next();
        return;
      }
      this.halt();
      const data = await ask("GET", `/api/matches/${this.data.id}?at=${at}`, undefined, this.glance.signal);
      if (data.version !== this.data.version) {
        await this.reload();
        return;
      }
      this.view = at;
      this.on.update(data.position);
    } catch (error) {
      await this.fail(error);
    }
  }

  // --- the engine ---------------------------------------------------------------------------------

  /** The engine's turn: it thinks, and moves. Where nobody looks, it waits. */
  async next() {
    if (!this.engineMoves || document.hidden || this.signal.aborted) return;
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

  /** Lets two engines go on, or wait. */
  toggle() {
    this.playing = !this.playing;
    if (!this.playing) this.halt();
    this.begin();
  }

  // --- other windows --------------------------------------------------------------------------------

  listen() {
    this.channel = new BroadcastChannel("zermelo-matches");
    this.channel.onmessage = ({ data: { id, version } }) => {
      if (id === this.data.id && version > this.data.version && !this.busy) this.reload();
    };
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && !this.busy && !this.reply) this.reload();
    }, { signal: this.signal });
    this.signal.addEventListener("abort", () => {
      this.halt();
      this.glance?.abort();
      this.channel.close();
    });
  }
}
