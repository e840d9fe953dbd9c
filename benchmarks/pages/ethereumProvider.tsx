import { EthereumProvider } from '@foyer/ethereum-provider'

declare global {
  interface Window {
    connect: () => Promise<unknown>
  }
}

window.connect = async () => {
  const provider = await EthereumProvider.init({ projectId: 'benchmark', optionalChains: [1] })
  provider.on('display_uri', (uri: string) => document.body.append(uri))
  return provider.enable()
}
