import type { Abortable, Clock } from '@foyer/core'
import { askWallet, readProperty } from '@foyer/core/connector'
import * as v from 'valibot'
import { listenToPage } from '../discovery/page.js'

/** Payloads are read up to so many letters: keys and answers have some hundred. */
export const longestPayload = 65_536

/**
 * Reads an extension's message to this page: Beacon wraps it, with who says it.
 * @returns undefined for anything else
 */
export function saidBy(extensionId: string, said: unknown): unknown {
  const message = readProperty(said, 'message')
  const isOwn = readProperty(readProperty(said, 'sender'), 'id') === extensionId
  return isOwn && readProperty(message, 'target') === 'toPage' ? message : undefined
}

interface Asked<T> extends Abortable {
  readonly method: string
  readonly expected: string
  readonly clock: Clock
  readonly schema: v.GenericSchema<unknown, T>
  readonly post: () => void
  /** @returns undefined for what is said beside */
  readonly answerIn: (said: unknown) => unknown
  readonly errorIn?: ((answer: unknown) => Error | undefined) | undefined
}

/** Asks once, and listens until it is answered, expires or is aborted. */
export async function asked<T>({ post, answerIn, errorIn, schema, ...of }: Asked<T>): Promise<T> {
  let stop = () => {}
  try {
    const { output } = await askWallet({
      ...of,
      ask: () =>
        new Promise((resolve, reject) => {
          stop = listenToPage((said) => {
            const answer = answerIn(said)
            const error = errorIn?.(answer)
            if (error) reject(error)
            else if (answer !== undefined) resolve(answer)
          })
          post()
        }),
      parse(said) {
        const { success, output } = v.safeParse(schema, said)
        return success ? { output } : undefined
      },
    })
    return output
  } finally {
    stop()
  }
}
