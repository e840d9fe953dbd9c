import { expect, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import { connectButton, fact, modalOf } from './modal.js'
import { look } from './shown.js'

test('[F18] a relay that does not answer is spoken of within 4 s, with ways on; tried again once it is there, it gives the code', async ({
  page,
  journey,
}) => {
  const { local } = journey
  let isSilent = true
  await page.routeWebSocket(
    (url) => url.origin === local.relay,
    (socket) => {
      if (!isSilent) socket.connectToServer()
    },
  )
  await page.clock.install()
  await openHost({ page, journey, settings: { relay: local.relay } })
  const modal = modalOf(page)
  await hostButton(page).click()
  await modal.wallet('WalletConnect').click()
  await expect(modal.part('qr-code')).toBeVisible()
  await page.clock.fastForward(4_000)
  await expect(modal.part('waiting-title')).toHaveText('No connection yet')
  await expect(modal.part('other-way')).toBeVisible()
  await look({ page, name: 'waiting-1-relay' })
  isSilent = false
  await modal.part('retry').click()
  await expect(modal.part('qr-code-ready')).toBeVisible()
})

test('[F18] a wallet that is silent for 10 s may not have opened: what to do is said, and asked anew it connects', async ({
  page,
  journey,
}) => {
  const maple = await journey.install({ name: 'Maple' })
  await page.clock.install()
  await page.goto('/')
  const modal = modalOf(page)
  await connectButton(page).click()
  maple.next({ connect: 'hang' })
  await modal.wallet('Maple').click()
  await expect(modal.part('waiting-text')).toHaveText('Accept connection request in the wallet')
  await page.clock.fastForward(10_000)
  await expect(modal.part('waiting-text')).toHaveText(/^Nothing opened\? Open Maple/)
  await look({ page, name: 'waiting-2-wallet' })
  await modal.part('retry').click()
  await expect(fact(page, 'wallet')).toHaveText('Maple')
})

test('[S2.3] without a wallet there is a way on: wallets to get and the whole list, in the kit where there is a directory, else at the community’s', async ({
  page,
  journey,
}) => {
  const modal = modalOf(page)
  await openHost({ page, journey })
  await hostButton(page).click()
  await modal.part('get-wallet').click()
  await expect(modal.part('wallet-to-get')).toHaveCount(4)
  for (const row of await modal.part('wallet-to-get').all())
    expect(await row.getAttribute('href')).toMatch(/^https:\/\//)
  await look({ page, name: 'waiting-3-get-wallet' })
  await modal.part('explore-all').click()
  await modal.part('wallet-tile').first().click()
  await expect(modal.title).toHaveText(/^Get /)

  await openHost({ page, journey, settings: { api: undefined } })
  await hostButton(page).click()
  await modal.part('get-wallet').click()
  await expect(modal.part('explore-all')).toHaveAttribute('href', 'https://ethereum.org/wallets/find-wallet/')
  await look({ page, name: 'waiting-4-no-directory' })
  await modal.part('reload').click()
  await expect(modal.dialog).toBeHidden()
  await expect(hostStatus(page)).toHaveText('disconnected')
})
