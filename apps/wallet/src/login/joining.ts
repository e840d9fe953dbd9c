/** Does one thing for each at a time: who asks for the same while it goes on has its answer, as an application asks anew where one takes long. */
export function createJoining<Result>() {
  const going = new Map<object, Promise<Result>>()
  return (of: object, work: () => Promise<Result>): Promise<Result> => {
    const done = going.get(of) ?? work().finally(() => going.delete(of))
    going.set(of, done)
    return done
  }
}
