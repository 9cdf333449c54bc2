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

/** Makes the children throw so many times in a row. */
function breaks(times: number): void {
  for (let time = 0; time < times; time += 1) {
    boundary.state = ErrorBoundary.getDerivedStateFromError(closed);
    boundary.componentDidCatch();
    vi.advanceTimersByTime(200);
  }
}

it('the error boundary shows a screen up to 50 times again if the browser closes its database', () => {
  breaks(50);
  expect(boundary.state.screen).toBe('shown');
  breaks(1);
  expect(boundary.state.screen).toBe('failed');
});

it('the error boundary allows all retries again after a screen worked for 10 seconds', () => {
  breaks(50);
  vi.advanceTimersByTime(10_000);
  breaks(50);
  expect(boundary.state.screen).toBe('shown');
});

it('the error boundary stops its timer when it unmounts', () => {
  boundary.state = ErrorBoundary.getDerivedStateFromError(closed);
  boundary.componentDidCatch();
  boundary.componentWillUnmount();
  expect(vi.getTimerCount()).toBe(0);
});
