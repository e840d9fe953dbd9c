import type { FoyerContext } from '../context.js'
import type { ConnectionControls } from '../controls.js'
import type { ConfigError } from '../errors/config.js'
import { MissingNetworksError, SignInOptionsConflictError } from '../errors/options.js'
import { watchAlerts } from './watchAlerts.js'

/** What connects in a kit whose options let nothing work [S5.2]: it rejects with the reason, and alerts the developer of it. In production too. */
export function refusingControls(kit: FoyerContext): ConnectionControls {
  const { options, update } = kit
  const error: ConfigError =
    options.networks.length === 0 ? new MissingNetworksError() : new SignInOptionsConflictError()
  const key = 'INVALID_OPTIONS'
  const refuse = async () => {
    throw error
  }
  let stop: (() => void) | undefined
  return {
    start() {
      stop ??= watchAlerts(kit)
      update(({ alert }) => (alert?.key === key ? {} : { alert: { key, details: [error.message] } }))
    },
    stop() {
      stop?.()
      stop = undefined
    },
    connect: refuse,
    switchNetwork: refuse,
    async disconnect() {},
    restore: async () => update(({ connection }) => ({ connection: { ...connection, pending: {} } })),
    followTab() {},
  }
}
