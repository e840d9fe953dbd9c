import type { Mail } from './mail.js'

/** What has arrived, newest first. */
export interface Mailbox {
  readonly mails: readonly Mail[]
  put(mail: Mail): void
  get(id: string): Mail | undefined
  /** The newest to an address, at once or when it comes. @throws the signal's reason */
  next(request: {
    readonly to: string
    readonly after?: number | undefined
    readonly signal: AbortSignal
  }): Promise<Mail>
  clear(): void
}

/** How many mails are kept; the oldest go first. */
const mostMails = 200

export function createMailbox(): Mailbox {
  const mails: Mail[] = []
  const waiting = new Set<() => void>()
  const newest = (to: string, after: number) =>
    mails.find((mail) => mail.arrivedAt > after && mail.to.includes(to.toLowerCase()))
  return {
    get mails() {
      return [...mails]
    },
    put(mail) {
      mails.unshift(mail)
      mails.splice(mostMails)
      for (const look of [...waiting]) look()
    },
    get: (id) => mails.find((mail) => mail.id === id),
    next: ({ to, after = 0, signal }) =>
      new Promise((resolve, reject) => {
        const end = () => {
          waiting.delete(look)
          signal.removeEventListener('abort', fail)
        }
        const look = () => {
          const found = newest(to, after)
          if (!found) return
          end()
          resolve(found)
        }
        const fail = () => {
          end()
          reject(signal.reason)
        }
        if (signal.aborted) return fail()
        signal.addEventListener('abort', fail)
        waiting.add(look)
        look()
      }),
    clear() {
      mails.length = 0
    },
  }
}
