import { base58 } from '@scure/base'
import * as v from 'valibot'
import type { WebSocket } from 'ws'
import type { Ledger } from './ledger.js'
import { invalidParams } from './rpcError.js'
import { shownAccount } from './shownAccount.js'

/** How often a socket is told of a new block, in milliseconds. */
const slotMs = 400

const Subject = v.pipe(v.array(v.unknown()), v.minLength(1))

/** One socket's subscriptions: signatures, accounts and slots, as nodes have them. */
export interface Subscriptions {
  /** @returns undefined for what is no subscription's method @throws RpcError */
  answer(method: string, params: readonly unknown[]): number | boolean | undefined
  stop(): void
}

export function createSubscriptions({ ledger, socket }: { ledger: Ledger; socket: WebSocket }): Subscriptions {
  const stops = new Map<number, () => void>()
  let lastId = 0
  const notify = (method: string, subscription: number, result: unknown) =>
    socket.send(JSON.stringify({ jsonrpc: '2.0', method, params: { subscription, result } }))
  const inContext = (value: unknown) => ({ context: { slot: ledger.slot() }, value })
  const subscribe = (start: (id: number) => () => void) => {
    lastId += 1
    stops.set(lastId, start(lastId))
    return lastId
  }
  const starts: Readonly<Record<string, (subject: string) => (id: number) => () => void>> = {
    signatureSubscribe: (signature) => (id) => {
      const tell = (err: unknown) => {
        notify('signatureNotification', id, inContext({ err }))
        stops.get(id)?.()
        stops.delete(id)
      }
      const known = ledger.outcomeOf(signature)
      // After the answer that names the subscription.
      if (known) setImmediate(() => tell(known.err))
      return ledger.listen((outcome) => outcome.signature === signature && tell(outcome.err))
    },
    accountSubscribe: (address) => (id) =>
      ledger.listen(({ keys }) => {
        const account = keys.includes(address) ? ledger.svm.getAccount(base58.decode(address)) : null
        if (!account) return
        notify('accountNotification', id, inContext(shownAccount({ svm: ledger.svm, account, encoding: 'jsonParsed' })))
      }),
    slotSubscribe: () => (id) => {
      const timer = setInterval(() => {
        const slot = ledger.slot()
        notify('slotNotification', id, { slot, parent: slot - 1, root: Math.max(0, slot - 32) })
      }, slotMs)
      return () => clearInterval(timer)
    },
  }
  return {
    answer(method, params) {
      if (method.endsWith('Unsubscribe')) {
        const id = Number(params[0])
        stops.get(id)?.()
        return stops.delete(id)
      }
      const start = Object.hasOwn(starts, method) ? starts[method] : undefined
      if (!start) return undefined
      if (method === 'slotSubscribe') return subscribe(start(''))
      const { success, output } = v.safeParse(Subject, params)
      const [subject] = success ? output : []
      if (typeof subject !== 'string') throw invalidParams('Invalid params: expected a subject')
      return subscribe(start(subject))
    },
    stop() {
      for (const stop of stops.values()) stop()
      stops.clear()
    },
  }
}
