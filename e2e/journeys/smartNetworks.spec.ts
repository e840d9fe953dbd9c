import { expect } from '../fixtures.js'
import { openHost } from '../host.js'
import { newAddress } from '../newAddress.js'
import { emailOf, logIn } from './embeddedWallet.js'
import { test } from './ownServices.js'
import { keptSmartNetworks } from './smartDemo.js'
import { carryOut, dappOf, fundedAddress, untilDelegateIsKnown } from './smartStage.js'

test.use({ bothHaveDelegate: true })

test('[S3.25] where several networks have smart accounts, the page keeps them as a comma list, and the account is switched on the one that it is on alone', async ({
  page,
  journey,
}) => {
  const [home, other] = journey.local.chains
  await untilDelegateIsKnown(journey)
  await openHost({ page, journey, settings: { secureOrigin: journey.local.wallet } })
  await logIn({ page, journey, email: emailOf('several') })
  expect(await keptSmartNetworks(page)).toEqual([`${home.id},${other.id}`])
  const address = await fundedAddress({ page, journey })
  const dapp = dappOf({ page, journey, address })
  const statuses = async () => Object.values(await dapp.wallet.getCapabilities()).map(({ atomic }) => atomic?.status)
  expect(await statuses()).toEqual(['ready', 'ready'])
  const calls = [1n, 2n].map((value) => ({ to: newAddress(), value }))
  expect(await carryOut({ page, dapp, calls })).toMatchObject({ statusCode: 200 })
  expect(await statuses()).toEqual(['supported', 'ready'])
  expect(await keptSmartNetworks(page)).toEqual([`${home.id},${other.id}`])
})
