/** Returns what was made by a name before, else makes it. Deriving a key is slow, and views ask for addresses whenever they draw. */
export function createOnce<Value>(): (name: string, make: () => Value) => Value {
  const made = new Map<string, Value>()
  return (name, make) => {
    const known = made.get(name)
    if (known !== undefined) return known
    const value = make()
    made.set(name, value)
    return value
  }
}
