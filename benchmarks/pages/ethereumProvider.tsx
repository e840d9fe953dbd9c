import { EthereumProvider } from '@foyer/ethereum-provider'

/** A page with the provider alone, as wagmi's connector makes it. */
document.getElementById('page')?.addEventListener('click', async () => {
  const provider = await EthereumProvider.init({ projectId: 'benchmark', optionalChains: [1] })
  await provider.enable()
})
