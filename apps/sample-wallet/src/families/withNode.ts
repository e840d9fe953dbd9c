/** The members of Node's process that libraries written for it use: which it isn't, and what comes next. */
const process = {
  browser: true,
  env: {},
  version: '',
  versions: {},
  nextTick: (next: (...given: readonly unknown[]) => void, ...given: readonly unknown[]) =>
    queueMicrotask(() => next(...given)),
}

/** Loads a library that is written for Node, and takes for granted what a page hasn't of itself. */
export async function withNode<Library>(load: () => Promise<Library>): Promise<Library> {
  const { Buffer } = await import('buffer/')
  if (!('Buffer' in globalThis)) Object.assign(globalThis, { Buffer, process, global: globalThis })
  return load()
}
