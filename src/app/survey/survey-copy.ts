// The UI copy of the survey and the offer of a tour.
import type { Experience } from '../../contract/rules/account/survey.ts';

export const SURVEY = {
  title: 'How well do you know closings?',
  hint: 'Your answer decides which tips you see. We ask only once.',
  answers: [
    ['new', 'I’m new to them'],
    ['some', 'I’ve done some'],
    ['expert', 'I do them all the time'],
  ] satisfies (readonly [Experience, string])[],
  later: 'Not now',
};

export const TOUR_OFFER = {
  title: 'Take a tour in five steps',
  hint: 'It shows one of your transactions. You can also start it later from Help.',
  start: 'Take the tour',
  decline: 'No, thanks',
};
