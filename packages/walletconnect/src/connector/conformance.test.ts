import { mainnet, optimism } from '@foyer/core/networks'
import { type ConformanceSubject, connectorConformance } from '@foyer/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { addresses, createTestPhone, type TestPhone } from './test/phone.js'

const phones: TestPhone[] = []
afterEach(() => {
  for (const phone of phones.splice(0)) phone.stop()
})

/** A phone as the suite has it. */
function subject(): ConformanceSubject {
  const phone = createTestPhone({ host: { networks: () => [mainnet, optimism] } })
  phones.push(phone)
  const { connector, wallet, host } = phone
  let listeners = 0
  const count = (live: Awaited<ReturnType<typeof connector.connect>>) => ({
    ...live,
    listen(listener: Parameters<typeof live.listen>[0]) {
      listeners += 1
      const stop = live.listen(listener)
      return () => {
        listeners -= 1
        stop()
      }
    },
  })
  let order: readonly string[] = addresses
  const emit = (name: string, data: unknown) =>
    wallet.emit({ topic: phone.session().topic, chainId: mainnet.caipNetworkId, name, data }).catch(() => undefined)
  const end = () => void wallet.disconnect({ topic: phone.session().topic })
  return {
    host,
    connector: {
      ...connector,
      families: ['eip155'],
      connect: async (request) => count(await connector.connect(request)),
      async restore(request) {
        const live = await connector.restore(request)
        return live && count(live)
      },
    },
    here: mainnet,
    there: optimism,
    wallet: {
      get accounts() {
        return order
      },
      get promptCount() {
        return phone.proposals.length
      },
      get listenerCount() {
        return listeners
      },
      nextRequest: () => vi.waitFor(() => expect(phone.proposals).toHaveLength(1)),
      next({ connect }) {
        const answers = { reject: 'reject', hang: 'hang', garbage: 'garbage', 'throw-string': 'fail' } as const
        phone.answer = typeof connect === 'string' ? answers[connect] : 'approve'
        const stop = wallet.listen(({ type }) => {
          if (type !== 'proposed') return
          phone.answer = 'approve'
          stop()
        })
      },
      release: phone.release,
      switchAccount(index) {
        const [first = '', ...others] = [addresses[index] ?? '', ...addresses.filter((_, i) => i !== index)]
        order = [first, ...others]
        emit('accountsChanged', [first])
      },
      switchChain: (id) => void emit('chainChanged', id),
      revoke: end,
      disappear: end,
    },
  }
}

describe('WalletConnect', () => {
  connectorConformance({ describe, test, expect, make: subject })
})
