interface Gather<Asked, Answer> {
  most: number
  /** @returns as many answers, in the same order */
  ask: (asked: readonly Asked[]) => Promise<readonly Answer[]>
}

interface Waiting<Asked, Answer> {
  readonly asked: Asked
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Asks together what is asked within one turn of the event loop: a command for many costs about as much as one for one, and the more there
 * is to do, the more comes in a turn.
 * @example
 * const take = gather({ most: 100, ask: (keys: readonly string[]) => takeAll(keys) })
 * await take('a')
 */
export function gather<Asked, Answer>({ most, ask }: Gather<Asked, Answer>): (asked: Asked) => Promise<Answer> {
  let waiting: Waiting<Asked, Answer>[] = []
  const askAll = async (some: readonly Waiting<Asked, Answer>[]) => {
    try {
      const answers = (await ask(some.map(({ asked }) => asked))).values()
      for (const { resolve, reject } of some) {
        const { done, value } = answers.next()
        if (done) reject(new TypeError('There are fewer answers than questions.'))
        else resolve(value)
      }
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }
  const send = () => {
    const all = waiting
    waiting = []
    for (let sent = 0; sent < all.length; sent += most) void askAll(all.slice(sent, sent + most))
  }
  return (asked) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(send)
      waiting.push({ asked, resolve, reject })
    })
}
