import { userRejected } from './providerError.js'

/** Something that waits for the visitor's yes or no. */
export interface Prompt {
  readonly origin: string
  readonly method: string
  readonly params: unknown
  approve(): void
  reject(): void
}

export interface Prompts {
  readonly pending: readonly Prompt[]
  /** How many there were so far. */
  readonly count: number
  setMode(mode: 'auto' | 'manual'): void
  /** Waits for the visitor. @throws ProviderError 4001 when they refuse */
  ask(question: Pick<Prompt, 'origin' | 'method' | 'params'>): Promise<void>
}

export function createPrompts(initial: 'auto' | 'manual'): Prompts {
  let mode = initial
  let count = 0
  let pending: readonly Prompt[] = []
  return {
    get pending() {
      return pending
    },
    get count() {
      return count
    },
    setMode(next) {
      mode = next
    },
    ask(question) {
      count += 1
      if (mode === 'auto') return Promise.resolve()
      return new Promise((resolve, reject) => {
        const done = () => {
          pending = pending.filter((each) => each !== prompt)
        }
        const prompt: Prompt = {
          ...question,
          approve() {
            done()
            resolve()
          },
          reject() {
            done()
            reject(userRejected())
          },
        }
        pending = [...pending, prompt]
      })
    },
  }
}
