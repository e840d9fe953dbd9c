/** The same object with some methods in place of its own; the others are called on it itself. */
export function withMethods<Target extends object>(
  target: Target,
  methods: Readonly<Record<string, (...args: unknown[]) => unknown>>,
): Target {
  return new Proxy(target, {
    get(_, name) {
      const own = typeof name === 'string' ? methods[name] : undefined
      if (own !== undefined) return own
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Calls a method by its name. @throws TypeError where there is none of that name, or what it throws */
export async function callMethod({
  target,
  name,
  args,
}: {
  target: object
  name: string
  args: unknown[]
}): Promise<unknown> {
  const method: unknown = Reflect.get(target, name, target)
  if (typeof method !== 'function') throw new TypeError(`${name} is no method.`)
  return await Reflect.apply(method, target, args)
}
