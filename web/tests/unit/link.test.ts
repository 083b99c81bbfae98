import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  type Answer,
  EngineError,
  Link,
  Lost,
  type Message,
  type WorkerLike,
} from "../../src/engine/link.ts";
import { missing } from "../../src/missing.ts";

/** The requests that the worker of these tests answers. */
interface Answers {
  double(number: number): number;
  open(): number;
  use(thing: number): string;
  refuse(): never;
}

/** A worker that answers when it is told to. */
class Stub implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  readonly asked: string[] = [];
  isOver = false;
  private readonly ids: number[] = [];

  postMessage(message: Message): void {
    if (!("id" in message)) return;
    this.ids.push(message.id);
    this.asked.push(message.name);
  }

  terminate(): void {
    this.isOver = true;
  }

  say(answer: Answer): void {
    this.onmessage?.({ data: answer } as MessageEvent<Answer>);
  }

  answer(value: unknown): void {
    this.say({ id: this.ids.shift() ?? -1, value });
  }

  fault(kind: string, message: string): void {
    this.say({ id: this.ids.shift() ?? -1, fault: { kind, message } });
  }

  die(message: string): void {
    this.onerror?.({ message } as ErrorEvent);
  }
}

let workers: Stub[];
let link: Link<Answers>;
const worker = () => workers.at(-1) as Stub;

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  link = new Link<Answers>(() => {
    workers.push(new Stub());
    return worker();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Returns the value or the error of a request. */
function fate(request: Promise<unknown>): Promise<unknown> {
  return request.catch((error: unknown) => error);
}

/** Asks for something, so that there is a worker, which begins to work. */
function begun(): Promise<number> {
  const first = link.ask("double", 1);
  worker().say({ ready: true });
  return first;
}

test("answers find their requests, errors with their kind", async () => {
  const requests = [begun(), link.ask("double", 2), fate(link.ask("refuse")), link.ask("open")];
  worker().answer(2);
  worker().answer(4);
  worker().fault("refused", "not now");
  worker().answer(7);
  const [first, second, refused, last] = await Promise.all(requests);
  expect([first, second, last]).toEqual([2, 4, 7]);
  expect(refused).toMatchObject({ kind: "refused", message: "not now" });
  expect(workers).toHaveLength(1);
});

test.each([
  [
    "a fault of the engine",
    () => worker().fault("engine", "unreachable"),
    "engine",
    /has stopped: unreachable/,
  ],
  ["an error of the worker", () => worker().die("out of memory"), "engine", /has stopped: out of memory/],
  ["being stopped", () => link.stop(), "stopped", /was stopped/],
])("%s fails what the worker was at, and nothing else", async (_, end, kind, message) => {
  const why: string[] = [];
  link.onLoss((reason) => why.push(reason));
  const fates = [begun(), link.ask("double", 2), link.askAbout(7, "use")].map(fate);
  end();
  expect(workers.map(({ isOver }) => isOver)).toEqual([true, false]);
  expect(why).toEqual([expect.stringMatching(message)]);
  worker().say({ ready: true });
  // What says all that is needed is asked again; what spoke of something in the old worker is lost.
  expect(worker().asked).toEqual(["double"]);
  worker().answer(4);
  const [first, second, third] = await Promise.all(fates);
  expect(first).toMatchObject({ kind, message: expect.stringMatching(message) });
  expect(first).toBeInstanceOf(EngineError);
  expect(second).toBe(4);
  expect(third).toBeInstanceOf(Lost);
});

test("what a worker says that was given up counts for nothing", async () => {
  const first = fate(begun());
  const [old] = workers;
  link.stop();
  old?.answer(2);
  old?.die("late");
  expect(workers).toHaveLength(2);
  expect(await first).toMatchObject({ kind: "stopped" });
});

test("a worker that never starts is not replaced for ever", async () => {
  const request = fate(link.ask("double", 1));
  worker().die("");
  expect(await request).toMatchObject({ message: expect.stringContaining("does not start") });
  expect(workers).toHaveLength(1);
  const next = link.ask("double", 2);
  worker().answer(4);
  expect(await next).toBe(4);
  expect(workers).toHaveLength(2);
});

test("it is told when one request takes long, not when many do", async () => {
  const told: boolean[] = [];
  link.watch(() => told.push(link.slow));
  const requests = [begun(), link.ask("double", 2), link.ask("double", 3)];
  for (const value of [2, 4]) {
    vi.advanceTimersByTime(700);
    worker().answer(value);
  }
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1100);
  expect(told).toEqual([true]);
  worker().answer(6);
  expect(told).toEqual([true, false]);
  expect(await Promise.all(requests)).toEqual([2, 4, 6]);
  vi.advanceTimersByTime(5000);
  expect(told).toHaveLength(2);
});

test("stopping what does nothing does nothing", async () => {
  const first = begun();
  worker().answer(2);
  expect(await first).toBe(2);
  link.stop();
  expect(workers).toHaveLength(1);
});

test("a worker that was begun ahead answers the first request", async () => {
  link.begin();
  link.begin();
  expect([workers.length, link.slow]).toEqual([1, false]);
  const answer = link.ask("double", 2);
  worker().answer(4);
  expect([await answer, workers.length]).toEqual([4, 1]);
});

test("a worker that does not start ahead is begun anew with the first request", async () => {
  const looked = vi.spyOn(missing, "handle");
  link.begin();
  worker().die("no script");
  // It would load the page anew where the site has another version.
  expect(looked).not.toHaveBeenCalled();
  const answer = link.ask("double", 2);
  worker().answer(4);
  expect([await answer, workers.length]).toEqual([4, 2]);
});
