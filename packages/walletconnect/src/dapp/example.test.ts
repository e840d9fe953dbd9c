import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testCiphers } from '../transport/test/ciphers.js'
import { createTestClock, seededRandom } from '../transport/test/clock.js'
import { createTestRelay } from '../transport/test/relay.js'
import { createWalletClient } from '../wallet/createWalletClient.js'
import { metadata } from './test/dapp.js'
import { signHello } from './test/example.js'

const account = 'eip155:1:0x9858EfFD232B4033E47d90003D41EC34EcaEda94'

test('[S7.37] the example of the client without a kit connects, has a message signed, and disconnects', async () => {
  const clock = createTestClock()
  const random = seededRandom(1)
  const relay = createTestRelay({ clock, random })
  const common = {
    ...{ clock, random, ciphers: await testCiphers({ random }), openSocket: relay.openSocket },
    ...{ relayUrl: 'wss://relay.example', projectId: 'project' },
  }
  const faults: unknown[] = []
  const report = (error: unknown) => void faults.push(error)
  const wallet = createWalletClient({ ...common, metadata, report })
  wallet.listen((event) => {
    if (event.type === 'proposed')
      wallet
        .approve({
          id: event.proposal.id,
          namespaces: { eip155: { accounts: [account], methods: ['personal_sign'], events: [] } },
        })
        .catch(report)
    if (event.type === 'requested')
      wallet.respond({ id: event.request.id, result: `signed ${event.request.method}` }).catch(report)
  })
  const signed = signHello({ ...common, report }, (uri) => void wallet.pair({ uri }).catch(report))
  expect(await clock.until(signed)).toBe('signed personal_sign')
  await clock.untilTrue(() => wallet.sessions().length === 0)
  expect(faults).toEqual([])
  wallet.stop()
})

test('the example stands in the documentation as it runs', () => {
  const text = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
  const [, code = ''] = /\/\/ example\n([\s\S]*?) {2}\/\/ end/.exec(text('./test/example.ts')) ?? []
  const lines = code.split('\n').map((line) => line.slice(2))
  expect(lines.length).toBeLessThan(31)
  expect(text('../../../../docs/walletconnect.md')).toContain(lines.join('\n').trim())
})
