import { UniversalProvider } from '@walletconnect/universal-provider'

declare global {
  interface Window {
    connect: () => Promise<unknown>
  }
}

window.connect = async () => {
  const provider = await UniversalProvider.init({ projectId: 'benchmark' })
  provider.on('display_uri', (uri: string) => document.body.append(uri))
  return provider.connect({ optionalNamespaces: {} })
}
