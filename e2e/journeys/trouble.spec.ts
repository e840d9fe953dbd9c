import { expect, test } from '../fixtures.js'
import { connect, connectButton, fact, modalOf, signatureShown } from './modal.js'

const faults = [
  { name: 'refuses', fault: 'reject', title: 'Connection not approved' },
  { name: 'answers nonsense', fault: 'garbage', title: /./ },
  { name: 'throws a bare string', fault: 'throw-string', title: /./ },
  { name: 'has a request open already', fault: { code: -32002, message: 'Already processing' }, title: /./ },
] as const

for (const { name, fault, title } of faults) {
  test(`[F18] a wallet that ${name}: one sentence, a way on, no half state`, async ({ page, journey }) => {
    const maple = await journey.install({ name: 'Maple' })
    const modal = modalOf(page)
    await page.goto('/')
    await connectButton(page).click()
    maple.next({ connect: fault })
    await modal.wallet('Maple').click()
    await expect(modal.part('waiting-title')).toHaveText(title)
    await expect(fact(page, 'status')).toHaveText('disconnected')
    await modal.button('Try again').click()
    await expect(modal.dialog).toBeHidden()
    await expect(fact(page, 'status')).toHaveText('connected')
  })
}

test('[F18] a wallet that never answers is left behind by going back; its late consent changes nothing', async ({
  page,
  journey,
}) => {
  const maple = await journey.install({ name: 'Maple' })
  await journey.install({ name: 'Birch' })
  const modal = modalOf(page)
  await page.goto('/')
  await connectButton(page).click()
  maple.next({ connect: 'hang' })
  await modal.wallet('Maple').click()
  await expect(modal.part('waiting-title')).toHaveText('Continue in Maple')
  await modal.button('Back').click()
  await expect(modal.title).toHaveText('Connect Wallet')
  await expect(fact(page, 'status')).toHaveText('disconnected')
  maple.release()
  await modal.wallet('Birch').click()
  await expect(fact(page, 'wallet')).toHaveText('Birch')
})

test('[S4.35] a chain that the wallet refuses to add: Chain is not supported', async ({ page, journey }) => {
  const [home, away] = journey.local.chains
  const maple = await journey.install({ name: 'Maple', knows: [home.id] })
  const modal = await connect({ page, wallet: 'Maple' })
  maple.next({ addChain: { code: -32000, message: 'no such chain here' } })
  await page
    .getByRole('banner')
    .getByRole('button', { name: new RegExp(home.name) })
    .click()
  await modal.button(new RegExp(away.name)).click()
  await expect(modal.part('waiting-title')).toHaveText('Chain is not supported')
  await expect(fact(page, 'network')).toHaveText(home.name)
  await modal.button('Try again').click()
  await expect(fact(page, 'network')).toHaveText(away.name)
})

test('[S8.5] a server and chains that are down: the balance says so, the rest goes on', async ({
  page,
  context,
  journey,
}) => {
  await journey.install({ name: 'Maple' })
  journey.expectTrouble(/Failed to load resource/)
  const { server, chains } = journey.local
  for (const url of [server, ...chains.map((chain) => chain.url)])
    await context.route(`${url}/**`, (route) => route.abort())
  const modal = await connect({ page, wallet: 'Maple' })
  await page.locator('header [data-part="account-button"]').click()
  await expect(modal.dialog).toContainText('Token Balance Unavailable')
  await page.keyboard.press('Escape')
  await expect(modal.dialog).toBeHidden()
  await page.getByRole('button', { name: 'Sign a message' }).click()
  await signatureShown(page)
})

test('[F20] storage that is blocked: everything works but for the memory', async ({ page, context, journey }) => {
  await context.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
  })
  await journey.install({ name: 'Maple' })
  await connect({ page, wallet: 'Maple' })
  await page.reload()
  await expect(fact(page, 'status')).toHaveText('disconnected')
})
