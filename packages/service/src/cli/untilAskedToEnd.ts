/** Resolves when the process is asked to end; one that is asked while it starts ends once it has started. */
export const untilAskedToEnd = (): Promise<void> =>
  new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve())
  })
