/** The longest delay of Node's timers in milliseconds, about 25 days: a timer with a longer one fires at once. */
export const maxTimerMs = 2 ** 31 - 1;
