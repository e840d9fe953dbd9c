import { families } from '../chain/ids.js'
import type { AwaitAccounts } from '../connector/connector.js'
import type { AttemptId } from '../state/attempt.js'
import type { ConnectionMachine } from './connect.js'

/**
 * Waits for a locked wallet to show accounts again, for as long as the store does: until the visitor connects another one, disconnects, or the kit
 * stops. Then it is restored, without a prompt.
 */
export function awaitUnlock({
  machine: { kit, takeUp },
  id,
  awaitAccounts,
}: {
  readonly machine: ConnectionMachine
  readonly id: AttemptId
  readonly awaitAccounts: AwaitAccounts
}): void {
  const waiting = () => {
    const {
      started,
      connection: { active, pending },
    } = kit.store.getState()
    return started ? families.filter((family) => pending[family]?.id === id && active[family] === undefined) : []
  }
  if (waiting().length === 0) return
  const stops: (() => void)[] = []
  const end = () => {
    for (const stop of stops.splice(0)) stop()
  }
  stops.push(
    kit.store.subscribe(() => {
      if (waiting().length === 0) end()
    }),
    awaitAccounts(() => takeUp(waiting())),
  )
}
