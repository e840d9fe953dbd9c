import { type OpenDappClientParameters, openDappClient } from '../index.js'

/** The example of `docs/walletconnect.md`, whose test compares the two. */
export async function signHello(options: OpenDappClientParameters, show: (uri: string) => void): Promise<unknown> {
  // example
  const dapp = openDappClient(options)
  dapp.listen((event) => {
    if (event.type === 'ended') console.info('The wallet has disconnected.')
  })
  const session = await dapp.connect({
    metadata: { name: 'My script', description: '', url: 'https://script.example', icons: [] },
    requested: { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } },
    offer: ({ uri }) => show(uri), // a new one about every four minutes, until a wallet has answered
    signal: AbortSignal.timeout(600_000),
  })
  try {
    const [account = ''] = session.namespaces.eip155?.accounts ?? []
    const address = account.split(':')[2]
    return await dapp.request({
      topic: session.topic,
      chainId: 'eip155:1',
      method: 'personal_sign',
      params: ['0x48656c6c6f', address],
    })
  } finally {
    await dapp.disconnect(session)
    dapp.stop()
  }
  // end
}
