import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './imports.js'

/**
 * Where core and react may name a chain family: in what core knows of it (`chain/families.ts`), in data about networks, and in the provider that every page of
 * the field has (EIP-1193). Whatever else a family needs is in its package.
 */
const data: readonly string[] = [
  'packages/core/src/chain/families.ts',
  'packages/core/src/chain/ids.ts',
  'packages/core/src/chain/otherNames.ts',
  'packages/core/src/connector/live.ts',
  'packages/core/src/networks/brands.ts',
  'packages/core/src/networks/choice.ts',
  'packages/core/src/networks/known.ts',
  'packages/core/src/networks/marks.ts',
  'packages/core/src/networks/network.ts',
]
const dataFolders: readonly string[] = [
  'packages/core/src/catalogue/',
  'packages/core/src/messages/',
  'packages/core/src/wire/',
]
/** The requests and assets of one service, or of one wallet, whose words they are; the older sign-in, which is of one family alone. */
const services: readonly string[] = [
  'packages/core/src/api/swaps.ts',
  'packages/core/src/pay/payAsset.ts',
  'packages/core/src/signin/createSiweConfig.ts',
  'packages/core/src/signin/siwxOfSiwe.ts',
  'packages/core/src/setup/setup.ts',
  'packages/core/src/wallets/directoryQueries.ts',
  'packages/core/src/wallets/routeToWallet.ts',
]

/** In quotes, at the beginning of an id, or as the key of a record. */
const names =
  /['"`](eip155|solana|bip122|polkadot|cosmos|algorand|cip34|elrond|multiversx|mvx|near|tezos)['"`:]|^\s*(readonly )?(eip155|solana|bip122)\??:/m
const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '')

test('core and react name no chain family outside of data', () => {
  const sources = ['packages/core', 'packages/react']
    .flatMap((folder) => sourceFiles(folder))
    .filter((file) => !/\.test\.|[\\/]test[\\/]/.test(file))
  expect(sources.length).toBeGreaterThan(300)
  const naming = sources.filter((file) => names.test(withoutComments(readFileSync(join(root, file), 'utf8'))))
  const unexpected = naming.filter(
    (file) => ![...data, ...services].includes(file) && !dataFolders.some((folder) => file.startsWith(folder)),
  )
  expect(unexpected).toEqual([])
  expect([...data, ...services].filter((file) => !naming.includes(file))).toEqual([])
})

/**
 * Where the server may name a family besides the family's own files, what it is and how it is read: in the words of services and standards, and in what is drawn or reserved for networks. A family
 * of which nothing stands there does without.
 */
const ofServices: readonly string[] = [
  'approvals/readOpen.ts',
  'chains/delegates.ts',
  'chains/networkName.ts',
  'descriptors/readDescriptors.ts',
  'directory/artwork/assets.ts',
  'directory/suppliedPictures.ts',
  'history/engines/etherscan.ts',
  'names/labels.ts',
  'names/namesConfig.ts',
  'names/registrations.ts',
  'nfts/nftProvider.ts',
  'onramp/coinbaseProvider.ts',
  'onramp/deskProvider.ts',
  'onramp/meldProvider.ts',
  'onramp/onrampConfig.ts',
  'prices/priceNetworks.ts',
  'projects/callable.ts',
  'projects/sponsorship.ts',
  'routes/sessions.ts',
  'sponsor/judge.ts',
  'sponsor/operation.ts',
  'swaps/swaps.ts',
  'swaps/zeroX/zeroXApi.ts',
]

/** A family's own files, or its entry in a record of all. */
const reaches = /families\/(?!families\.js|family\.js)[\w/]+\.js|\.(eip155|solana|bip122|near)\b/

test('rooms of the server name no chain family', () => {
  const server = 'apps/server/src/'
  const sources = sourceFiles(server)
    .filter(
      (file) =>
        !/\.test\.|\/test\//.test(file) &&
        ![`${server}families/`, `${server}readers/`].some((own) => file.startsWith(own)),
    )
    .map((file) => file.slice(server.length))
  expect(sources.length).toBeGreaterThan(300)
  const naming = sources.filter((file) => {
    const source = withoutComments(readFileSync(join(root, server, file), 'utf8'))
    return names.test(source) || reaches.test(source)
  })
  expect(naming).toEqual(ofServices)
})

test('what programs of a server stand on names no chain family, but where one service’s messages do', () => {
  const sources = ['packages/service/src', 'packages/custody/src', 'packages/login/src', 'apps/keeper/src']
    .flatMap((folder) => sourceFiles(folder))
    .filter((file) => !/\.test\.|\/test\//.test(file))
  expect(sources.length).toBeGreaterThan(150)
  const naming = sources.filter((file) => names.test(withoutComments(readFileSync(join(root, file), 'utf8'))))
  expect(naming).toEqual(['packages/service/src/socials/farcaster.ts'])
})
