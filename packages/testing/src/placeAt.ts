/** Puts an object at a path from `window`. It is written out as text into browsers, so it uses nothing from outside itself. @returns takes it out */
export function placeAt({
  window,
  path,
  object,
}: {
  readonly window: object
  readonly path: string
  readonly object: object
}): () => void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  const holder = names.reduce<object>((each, part) => {
    const inner: unknown = Reflect.get(each, part)
    if (typeof inner === 'object' && inner !== null) return inner
    const made = {}
    Reflect.set(each, part, made)
    return made
  }, window)
  Reflect.set(holder, last, object)
  return () => {
    if (Reflect.get(holder, last) === object) Reflect.deleteProperty(holder, last)
  }
}
