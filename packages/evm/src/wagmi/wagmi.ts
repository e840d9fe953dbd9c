import { type Adapter, type Connector, onDemand } from '@foyer/core'
import { usableIcon } from '@foyer/core/connector'
import type { Config, Connector as WagmiConnector } from '@wagmi/core'
import { evm } from '../evm.js'
import { ofKit } from './ofKit.js'

/**
 * The adapter of the EVM family over a config of wagmi (2 or 3), in the place of `evm()`: the config's connectors are the rows of the list, and a
 * connection that the kit makes, moves or ends is made, moved or ended in the config. wagmi looks for wallets in the page, the kit doesn't.
 * For what is done by wagmi's own hooks, see {@link followWagmi}.
 *
 * @example
 * const foyer = createFoyer({ projectId: 'my-project', networks: [mainnet], adapters: [wagmi(config)] })
 */
export function wagmi(config: Config): Adapter<'eip155'> {
  const code = onDemand({ chunk: 'evm.wagmi', load: () => import('./wagmiConnection.js') })

  const rowOf = (connector: WagmiConnector): Connector => ({
    id: connector.id,
    type: typeOf(connector),
    name: connector.id === 'injected' ? 'Browser Wallet' : connector.name,
    icon: usableIcon(connector.icon),
    families: ['eip155'],
    connect: async (request) => (await code()).connectByWagmi({ ...request, config, connector }),
    restore: async (request) => (await code()).restoreByWagmi({ ...request, config, connector }),
  })

  return {
    ...evm(),
    discover({ host: { report }, register }) {
      const known = new Set<string>()
      let isOver = false
      const registerNew = (connectors: readonly WagmiConnector[]) => {
        for (const connector of connectors) {
          if (known.has(connector.uid) || connector.type === ofKit) continue
          known.add(connector.uid)
          if (typeOf(connector) !== 'INJECTED') register(rowOf(connector))
          else isInPage({ config, connector }).then((found) => found && !isOver && register(rowOf(connector)), report)
        }
      }
      registerNew(config.connectors)
      const stop = config._internal.connectors.subscribe(registerNew)
      return () => {
        isOver = true
        stop()
      }
    },
  }
}

/** wagmi lists what the host named whether the browser has it or not, and one that has announced itself once more. */
async function isInPage({
  config,
  connector,
}: {
  readonly config: Config
  readonly connector: WagmiConnector
}): Promise<boolean> {
  const provider = await connector.getProvider()
  const announced = config._internal.mipd?.getProviders() ?? []
  return Boolean(provider) && announced.every((each) => each.provider !== provider)
}

/** wagmi names a wallet that announced itself by its rdns. */
function typeOf({ id, type }: WagmiConnector): Connector['type'] {
  if (type !== 'injected') return 'EXTERNAL'
  return id.includes('.') ? 'ANNOUNCED' : 'INJECTED'
}
