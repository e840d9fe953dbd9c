import { expect, test } from 'vitest'
import { openDappClient } from '../packages/walletconnect/src/dapp/index.js'
import { testCiphers } from '../packages/walletconnect/src/transport/test/ciphers.js'
import { createTestClock, seededRandom } from '../packages/walletconnect/src/transport/test/clock.js'
import { createTestRelay, type TestRelay } from '../packages/walletconnect/src/transport/test/relay.js'
import { createWalletClient } from '../packages/walletconnect/src/wallet/index.js'
import { tryRelay } from './tryRelay.mjs'

type Trouble = Partial<Pick<TestRelay, 'state' | 'refusal' | 'dialect'>>

/** Tries a relay in memory. @returns what is printed, without the times, and whether all went well */
async function tried(trouble: Trouble = {}, said?: string) {
  const clock = createTestClock()
  const relay = Object.assign(createTestRelay({ clock }), trouble)
  const lines: string[] = []
  // The clock stands while a thread of its own works.
  const steady = { random: seededRandom(1), ciphers: await testCiphers() }
  const isFine = await clock.until(
    tryRelay({
      ...{ relayUrl: 'wss://relay.example', projectId: 'mine' },
      openDappClient: (parameters) => openDappClient({ ...parameters, ...steady }),
      createWalletClient: (parameters) => createWalletClient({ ...parameters, ...steady }),
      ...{ clock, openSocket: relay.openSocket, said: () => said },
      print: (line: string) => lines.push(line.replace(/ +\d+ ms$/, '')),
    }),
  )
  // Nothing of it goes on by itself; the relay in memory would hand over again what it believes lost.
  await clock.advance(60_000)
  expect([clock.pending, relay.sockets]).toEqual([0, 0])
  return { isFine, lines, took: clock.now() }
}

test.each(['both', 'classic'] as const)(
  'a relay that carries all of it (%s): each step is printed',
  async (dialect) => {
    const { isFine, lines } = await tried({ dialect })
    expect(lines).toEqual([
      'wss://relay.example, project mine',
      '  ok the relay takes the application, which offers a pairing',
      '  ok the relay takes the wallet, which scans it',
      '  ok the wallet is handed the proposal',
      '  ok the wallet agrees',
      '  ok the application has a session',
      '  ok a request reaches the wallet',
      '  ok its answer reaches the application',
      '  ok the end reaches the wallet',
      'The relay carries all that a dapp and a wallet say to each other.',
    ])
    expect(isFine).toBe(true)
  },
)

const troubles: readonly (readonly [what: string, trouble: Trouble, words: readonly RegExp[]])[] = [
  [
    'a project id that the relay doesn’t know',
    { refusal: 'Project not found' },
    [/refuses the connection: project\./, /ids of its own operator/],
  ],
  [
    'an origin that isn’t on its list',
    { refusal: 'Unauthorized: origin not allowed' },
    [/refuses the connection: origin\./, /--origin/],
  ],
  ['a relay that is down', { state: 'down' }, [/No answer from the relay wss:\/\/relay\.example/]],
  ['a relay that never opens a socket', { state: 'hanging' }, [/No answer from the relay wss:\/\/relay\.example/]],
  ['a relay that is silent', { state: 'mute' }, [/Nothing came of it within 25 s/]],
]

test.each(troubles)('%s is told in words', async (_what, trouble, words) => {
  const { isFine, lines } = await tried(trouble, 'Unexpected server response: 401')
  expect(lines).toEqual([
    'wss://relay.example, project mine',
    ...words.map((each) => expect.stringMatching(each)),
    '     The socket says: Unexpected server response: 401',
  ])
  expect(isFine).toBe(false)
})
