import { randomBytes } from '@foyer/custody/bytes'
import { accountsOfSecret } from '@foyer/signing/secret'
import { cleanup, render as draw, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { AllArmed } from '../test/armed.js'
import { scriptedServers } from '../test/scriptedServers.js'
import { testDashboard } from '../test/testDashboard.js'
import { writeKeystore } from '../vault/keystore.js'
import { ImportPage } from './ImportPage.js'

const render = (page: ReactNode) => draw(page, { wrapper: AllArmed })

afterEach(cleanup)

const password = 'correct horse battery staple'

async function aFile() {
  const secret = randomBytes(16)
  const address = (await accountsOfSecret(secret)).accounts[0]?.address ?? expect.fail()
  const text = await writeKeystore({ secret, password, cost: { n: 1_024, r: 8, p: 1 } })
  // jsdom’s files can’t be read.
  return { address, file: Object.assign(new File([text], 'wallet.json'), { text: async () => text }) }
}

/** The page over both servers, in a browser of its own. */
async function stage(servers: Awaited<ReturnType<typeof scriptedServers>>) {
  const { run, load } = testDashboard(servers)
  cleanup()
  return render(<ImportPage run={run} open={load} />)
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const said = (title: string) => screen.findByRole('heading', { name: title })

async function bring(file: File, typed = password): Promise<void> {
  fireEvent.change(await screen.findByLabelText('Choose the wallet’s file'), { target: { files: [file] } })
  fireEvent.change(screen.getByLabelText('Password for the file'), { target: { value: typed } })
  await press('Open the file')
}

async function logIn(servers: Awaited<ReturnType<typeof scriptedServers>>, email: string): Promise<void> {
  await said('Your file has these accounts')
  fireEvent.change(screen.getByLabelText('Your email address'), { target: { value: email } })
  await press('Continue')
  await said('Check your mail')
  await servers.useLink(email)
  fireEvent.change(await screen.findByLabelText(/^We sent six digits/), { target: { value: servers.code } })
  await press('Open my wallet')
}

test('a file is somebody’s wallet here after their first login; brought again it is there already; over another it changes nothing, and goes to another address', async () => {
  const servers = await scriptedServers()
  const [first, second] = [await aFile(), await aFile()]
  await stage(servers)
  await bring(first.file)
  await logIn(servers, 'ada@example.com')
  await said('Your wallet is here')
  expect(screen.getByText(first.address)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open the wallet' }).getAttribute('href')).toBe('/dashboard')

  await stage(servers)
  await bring(first.file)
  await logIn(servers, 'ada@example.com')
  await said('This wallet is here already')

  await stage(servers)
  await bring(second.file)
  await logIn(servers, 'ada@example.com')
  await said('You have another wallet here')
  expect([screen.queryByText(first.address) !== null, screen.queryByText(second.address)]).toEqual([true, null])
  await press('Use another address')
  await logIn(servers, 'grace@example.com')
  await said('Your wallet is here')
  expect(screen.getByText(second.address)).toBeTruthy()
})

test('a wrong password says so beside it, and the right one may follow', async () => {
  const { file, address } = await aFile()
  await stage(await scriptedServers())
  await bring(file, 'incorrect horse')
  await screen.findByText('This password doesn’t open the file.')
  expect(screen.getByLabelText('Password for the file').getAttribute('aria-invalid')).toBe('true')
  await bring(file)
  await said('Your file has these accounts')
  expect(screen.getByText(address)).toBeTruthy()
})

test('a file is brought to who logs in at a provider as well: a browser that opens no window says so, and the page keeps the file', async () => {
  const { file, address } = await aFile()
  const servers = await scriptedServers()
  servers.state.providers = ['google', 'farcaster']
  await stage(servers)
  const opening = vi.spyOn(window, 'open').mockReturnValue(null)
  await bring(file)
  await press('Continue with Google')
  await screen.findByText(/^The wallet’s window couldn’t be opened/)
  expect(opening).toHaveBeenCalledOnce()
  opening.mockRestore()
  servers.state.signed = { message: 'signed', signature: `0x${'1'.repeat(130)}`, userName: 'ada' }
  await press('Continue with Farcaster')
  await said('Your wallet is here')
  expect(screen.getByText(address)).toBeTruthy()
  expect(screen.getByText(new RegExp(servers.social.email))).toBeTruthy()
})
