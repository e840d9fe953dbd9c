import { W3mFrameProvider } from '@reown/appkit-wallet'

/** The original's own client, in a page of its own: what a dapp on AppKit 1.7.6 has. */
const { originalSettings } = globalThis as typeof globalThis & {
  readonly originalSettings: { readonly projectId: string; readonly chainId: 'eip155:31337' }
}

Object.assign(globalThis, {
  timeouts: [],
  original: new W3mFrameProvider({
    ...originalSettings,
    enableLogger: false,
    abortController: new AbortController(),
    onTimeout: (reason) => Reflect.get(globalThis, 'timeouts').push(reason),
  }),
})
