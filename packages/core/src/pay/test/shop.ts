import { afterEach } from 'vitest'
import type { NetworkId } from '../../chain/ids.js'
import type { FamilyActions, Transfer } from '../../connector/family.js'
import { fakeConnector } from '../../connector/test/fakeConnector.js'
import { mainnet, sepolia } from '../../networks/known.js'
import { currentRoute } from '../../state/viewState.js'
import { fakeAdapter, fakeKit } from '../../test/fakeKit.js'
import { payState } from '../payRoom.js'

export const recipient = `0x${'ab'.repeat(20)}`
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
export const onMainnet = {
  asset: { networkId: 'eip155:1', asset: 'native', metadata: ether },
  amount: '0.5',
  recipient,
} as const

/** The functions that end what a test has begun. */
export const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

type Send = NonNullable<FamilyActions['sendTransfer']>
export type Wait = NonNullable<FamilyActions['waitForTransaction']>

/** A kit whose wallet and chain answer as a test says. */
export async function shop({
  send = async () => ({ hash: '0x01' }),
  wait = async ({ hash }) => ({ hash, status: 'success' }),
  connect = true,
  follows = true,
  pay = true,
  approvedNetworks,
}: {
  readonly send?: Send | undefined
  readonly wait?: Wait | undefined
  readonly connect?: boolean
  /** Whether the family can say what became of a transaction. */
  readonly follows?: boolean
  readonly pay?: boolean
  readonly approvedNetworks?: readonly NetworkId[]
} = {}) {
  const wallet = fakeConnector({ approvedNetworks })
  const transfers: Transfer[] = []
  const adapter = fakeAdapter('eip155', {
    actions: async () => ({
      nativeBalance: async () => 0n,
      sendTransfer(request) {
        transfers.push(request.transfer)
        return send(request)
      },
      ...(follows ? { waitForTransaction: wait } : {}),
    }),
  })
  const kit = fakeKit({ connectors: [wallet], adapters: [adapter], networks: [mainnet, sepolia], features: { pay } })
  kit.foyer.start()
  stops.push(() => kit.foyer.stop())
  if (connect) await kit.foyer.connect({ connectorId: 'fake' })
  const state = payState(kit.foyer)
  const ended = () =>
    new Promise<void>((resolve) => {
      const stop = state.subscribe(() => {
        if (!state.get().payment?.end) return
        stop()
        resolve()
      })
    })
  const view = () =>
    kit.foyer.store.getState().view.open ? currentRoute(kit.foyer.store.getState().view).view : 'closed'
  return { ...kit, wallet, transfers, state, ended, view }
}
