import { Dexie } from 'dexie';
import { beforeEach, expect, it, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';

const closed = new Dexie.OpenFailedError('closed', new DOMException('closed', 'AbortError'));
let boundary: ErrorBoundary;

beforeEach(() => {
  vi.useFakeTimers();
  boundary = new ErrorBoundary({ children: null });
  boundary.setState = (state) => Object.assign(boundary.state, state);
  return () => vi.useRealTimers();
});

/** What the boundary shows breaks so many times, each time as soon as it is shown. */
function breaks(times: number): void {
  for (let time = 0; time < times; time += 1) {
    boundary.state = ErrorBoundary.getDerivedStateFromError(closed);
    boundary.componentDidCatch();
    vi.advanceTimersByTime(200);
  }
}

it('a screen whose database the browser closes comes back so often, and no oftener', () => {
  breaks(50);
  expect(boundary.state.screen).toBe('shown');
  breaks(1);
  expect(boundary.state.screen).toBe('failed');
});

it('one that has stood a while has all its returns again: a tab stays open for weeks', () => {
  breaks(50);
  vi.advanceTimersByTime(10_000);
  breaks(50);
  expect(boundary.state.screen).toBe('shown');
});

it('nothing of one that is gone goes on', () => {
  boundary.state = ErrorBoundary.getDerivedStateFromError(closed);
  boundary.componentDidCatch();
  boundary.componentWillUnmount();
  expect(vi.getTimerCount()).toBe(0);
});
