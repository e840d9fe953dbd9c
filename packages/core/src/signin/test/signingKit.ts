import type { Adapter, RequestChannel } from '../../connector/connector.js'
import {
  account,
  type FakeConnector,
  type FakeConnectorParameters,
  fakeConnector,
} from '../../connector/test/fakeConnector.js'
import { contextOf } from '../../context.js'
import { UserRejectedError } from '../../errors/wallet.js'
import type { Siwx } from '../../siwx/siwx.js'
import { type FakeKit, type FakeKitParameters, fakeAdapter, fakeKit } from '../../test/fakeKit.js'
import { localSiwx } from '../builtInSiwx.js'
import { type SignInRoom, type SignInState, signInRoomOf } from '../signInRoom.js'

/** For tests; no entry exports it. */
export const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
export const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const carol = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'

/** Returns the fake family's signature. */
export const signatureOf = ({ address, message }: { readonly address: string; readonly message: string }): string =>
  `${address} signed ${message}`

/** The wallet's behaviour when it is asked for a signature. */
export interface Signer {
  answers: 'sign' | 'refuse' | 'hang' | 'fail' | 'forge' | 'wrap'
  readonly messages: string[]
  release(): void
}

export interface SigningKit extends FakeKit {
  readonly wallet: FakeConnector
  readonly signer: Signer
  readonly room: () => SignInRoom
  /** Waits until signing in stands so. */
  readonly reached: (status: SignInState['status']) => Promise<void>
  readonly connect: () => Promise<unknown>
  readonly events: string[]
}

function signingAdapter(family: 'eip155' | 'solana', signer: Signer, held: (() => void)[]): Adapter {
  return fakeAdapter(family, {
    actions: async () => ({
      nativeBalance: async () => 0n,
      provider: () => ({ request: async () => null }),
      async signMessage({ wallet, message }) {
        signer.messages.push(String(message))
        if (signer.answers === 'refuse') throw new UserRejectedError()
        if (signer.answers === 'fail') throw new Error('broken')
        if (signer.answers === 'hang') await new Promise<void>((resolve) => held.push(resolve))
        const { address } = wallet.account
        const signature = signatureOf({ address: signer.answers === 'forge' ? bob : address, message: String(message) })
        return signer.answers === 'wrap' ? { signature: 'of bytes around it', envelope: signature } : { signature }
      },
      verifyMessage: async ({ address, message, signature }) =>
        signature === signatureOf({ address, message: String(message) }),
    }),
  })
}

const channel: RequestChannel = { takes: () => true, request: async () => null }

/** A kit of two families whose wallet signs, with `localSiwx` unless said. */
export function signingKit({
  wallet: walletParameters,
  ...options
}: FakeKitParameters & { readonly wallet?: FakeConnectorParameters | undefined } = {}): SigningKit {
  const held: (() => void)[] = []
  const signer: Signer = {
    answers: 'sign',
    messages: [],
    release() {
      for (const go of held.splice(0)) go()
    },
  }
  const wallet = fakeConnector({ accounts: [account(alice), account(bob)], ...walletParameters })
  const kit = fakeKit({
    connectors: [
      {
        ...wallet,
        connect: async (request) => ({ ...(await wallet.connect(request)), channel }),
        restore: async (request) => wallet.restore(request),
      },
    ],
    adapters: [signingAdapter('eip155', signer, held), signingAdapter('solana', signer, held), fakeAdapter('bip122')],
    ...(options.siweConfig ? {} : { siwx: localSiwx() }),
    ...options,
  })
  const events: string[] = []
  kit.foyer.onEvent(({ data }) => events.push(data.event))
  kit.foyer.start()
  const room = () => signInRoomOf(contextOf(kit.foyer))
  return {
    ...kit,
    wallet,
    signer,
    room,
    events,
    connect: () => kit.foyer.connect({ connectorId: wallet.id }),
    reached: (status) =>
      new Promise((resolve) => {
        const { state } = room()
        const look = () => {
          if (state.get().status !== status) return
          stop()
          resolve()
        }
        const stop = state.subscribe(look)
        look()
      }),
  }
}

/** A host's own sessions, of which each call can fail. */
export function memorySiwx({ required = true }: { readonly required?: boolean | undefined } = {}): Siwx & {
  readonly calls: string[]
  failing: string
} {
  let kept: Parameters<Siwx['setSessions']>[0] = []
  const calls: string[] = []
  const called = async (name: string) => {
    calls.push(name)
    if (siwx.failing === name) throw new Error(`${name} is broken`)
  }
  const siwx: ReturnType<typeof memorySiwx> = {
    calls,
    failing: '',
    async createMessage({ accountAddress, chainId }) {
      await called('createMessage')
      const data = {
        accountAddress,
        chainId,
        domain: 'dapp.example',
        uri: 'https://dapp.example/',
        version: '1',
        nonce: '12345678',
        issuedAt: '2023-11-14T00:00:00Z',
      }
      return { ...data, toString: () => `sign in as ${accountAddress}` }
    },
    async addSession(session) {
      await called('addSession')
      kept = [...kept, session]
    },
    async revokeSession(chainId, address) {
      await called(`revokeSession ${chainId}`)
      kept = kept.filter(({ data }) => data.chainId !== chainId || data.accountAddress !== address)
    },
    async setSessions(sessions) {
      await called(`setSessions ${sessions.length}`)
      kept = sessions
    },
    async getSessions(chainId, address) {
      await called('getSessions')
      return kept.filter(({ data }) => data.chainId === chainId && data.accountAddress === address)
    },
    getRequired: () => required,
  }
  return siwx
}

/** A kit whose account has connected and has to sign in. */
export async function askedKit(options: Parameters<typeof signingKit>[0] = {}): Promise<SigningKit> {
  const kit = signingKit(options)
  await kit.connect()
  await kit.reached('signedOut')
  return kit
}
