import { expect, test } from 'vitest'
import { demoPolicy } from './demoPolicy.js'

test('the demo speaks to the server, the relay and the chains it was given, frames its wallet’s page, and shows its wallets’ pictures', () => {
  expect(
    demoPolicy({
      api: 'http://127.0.0.1:7101',
      secureOrigin: 'http://wallet.localhost:7106',
      relay: 'ws://127.0.0.1:7101',
      chains: [{ id: 31337, name: 'Foyer Local', url: 'http://127.0.0.1:8545/', tokens: [] }],
      networks: [
        {
          caipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
          name: 'Foyer Bitcoin',
          nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
          url: 'http://127.0.0.1:7105',
        },
      ],
      customWallets: [
        { id: 'sample', name: 'Sample Wallet', image_url: 'http://sample-wallet.localhost:7104/icon.svg' },
        { id: 'plain', name: 'No picture' },
      ],
    }),
  ).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; " +
      "img-src 'self' data: blob: http://127.0.0.1:7101 http://sample-wallet.localhost:7104; " +
      "media-src http://127.0.0.1:7101; connect-src 'self' http://127.0.0.1:7101 ws://127.0.0.1:7101 http://127.0.0.1:8545 http://127.0.0.1:7105; frame-src http://wallet.localhost:7106; base-uri 'none'; " +
      "form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  )
})
