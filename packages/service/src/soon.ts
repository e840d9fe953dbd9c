/** A value that is there already, or will be: a promise for what is at hand costs a cached answer more than finding it did. */
export type Soon<Value> = Value | Promise<Value>

/** Goes on with a value: at once with one that is there, else when it comes. */
export function whenThere<Value, Next>(value: Soon<Value>, next: (value: Value) => Soon<Next>): Soon<Next> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** Does something when a work has ended, however it has: at once where it needed no waiting. */
export function atEndOf<Value>(work: () => Soon<Value>, end: () => void): Soon<Value> {
  let result: Soon<Value>
  try {
    result = work()
  } catch (error) {
    end()
    throw error
  }
  if (result instanceof Promise) return result.finally(end)
  end()
  return result
}
