import { ProviderError, userRejected } from './providerError.js'

/**
 * How a request goes wrong: the visitor refuses, nothing ever comes, nonsense comes, a bare string is thrown,
 * an error of one's own is thrown, or an answer of one's own is given.
 */
export type Fault =
  | 'reject'
  | 'hang'
  | 'garbage'
  | 'throw-string'
  | { readonly code: number; readonly message?: string | undefined; readonly data?: unknown }
  | { readonly answer: unknown }

/** The answer of a wallet gone mad. */
const garbage: unknown = Object.freeze({ garbage: [null, 42, 'not what was asked for'] })

export interface Faults {
  add(method: string, fault: { readonly with: Fault; readonly times?: number | undefined }): void
  /** Adds one to the next request of each method that is named. */
  next(wanted: Readonly<Record<string, Fault | undefined>>): void
  /**
   * Runs a request as its fault has it, or as it is.
   * @throws what the fault throws
   */
  run(method: string, answer: () => Promise<unknown>): Promise<unknown>
  /** Ends all faults; what hangs goes on. */
  release(): void
}

export function createFaults(): Faults {
  const faults = new Map<string, { fault: Fault; times: number }[]>()
  const hanging = new Set<() => void>()

  const take = (method: string): Fault | undefined => {
    const queue = faults.get(method)
    const first = queue?.[0]
    if (!queue || !first) return undefined
    first.times -= 1
    if (first.times <= 0) queue.shift()
    return first.fault
  }

  const add: Faults['add'] = (method, { with: fault, times = Number.POSITIVE_INFINITY }) => {
    faults.set(method, [...(faults.get(method) ?? []), { fault, times }])
  }
  return {
    add,
    next(wanted) {
      for (const [method, fault] of Object.entries(wanted))
        if (fault !== undefined) add(method, { with: fault, times: 1 })
    },
    async run(method, answer) {
      const fault = take(method)
      if (fault === undefined) return answer()
      if (fault === 'reject') throw userRejected()
      if (fault === 'throw-string') throw 'something broke inside the wallet'
      if (fault === 'garbage') return garbage
      if (fault === 'hang') {
        await new Promise<void>((resolve) => hanging.add(resolve))
        return answer()
      }
      if ('answer' in fault) return fault.answer
      throw new ProviderError({ code: fault.code, message: fault.message ?? `Error ${fault.code}`, data: fault.data })
    },
    release() {
      faults.clear()
      for (const goOn of hanging) goOn()
      hanging.clear()
    },
  }
}
