import { cleanup, render as draw, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { WalletError } from '../errors.js'
import type { LoginScreen } from '../login/login.js'
import { createStore } from '../store.js'
import { AllArmed } from '../test/armed.js'
import { LoginHere } from './LoginHere.js'

const render = (page: ReactNode) => draw(page, { wrapper: AllArmed })

afterEach(cleanup)

const email = 'ada@mail.example'

/** A login in a window whose mail's link is used at once. */
function show(right = '417093') {
  const codes: string[] = []
  const sent: string[] = []
  let isOpen = false
  const login = {
    async email(to: string) {
      sent.push(to)
      return { action: 'VERIFY_OTP' } as const
    },
    device: async () => ({}),
    async code(code: string) {
      codes.push(code)
      if (code !== right) throw new WalletError({ sentence: 'error.codeWrong' })
      isOpen = true
    },
  }
  const none = async () => Promise.reject(new Error('Nothing continues here.'))
  const wallet = {
    ...{
      site: 'https://dapp.example',
      login,
      isOpen: () => isOpen,
      continueHere: none,
      openBy: { passkey: none, paper: none },
    },
    screen: createStore<{ readonly login: LoginScreen | undefined }>({ login: undefined }),
  }
  const [onOpened, onLeft] = [vi.fn(), vi.fn()]
  render(
    <LoginHere
      {...{ wallet, email, onOpened, onLeft }}
      first={({ begin }) => (
        <button type="button" onClick={begin}>
          Begin
        </button>
      )}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Begin' }))
  return { codes, sent, onOpened, onLeft }
}

const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: /six digits/ })
const type = async (value: string) => fireEvent.change(await field(), { target: { value } })
const boxes = () => document.querySelectorAll('[data-part~="code-box"]')

test('a code is typed in six boxes and looked at once it is whole; what was wrong is typed anew', async () => {
  const { codes, onOpened } = show()
  await type('41709')
  expect([boxes().length, codes]).toEqual([6, []])
  await type('417090')
  await screen.findByText('Invalid code')
  await vi.waitFor(async () => expect((await field()).value).toBe(''))
  await type('417093')
  await vi.waitFor(() => expect(onOpened).toHaveBeenCalledOnce())
  expect(codes).toEqual(['417090', '417093'])
})

test('another code is sent on a press, and said to be; Cancel leaves', async () => {
  const { codes, sent, onLeft } = show()
  await type('4170')
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await screen.findByText('Another code was sent. Only the newest one counts.')
  expect([sent, codes, (await field()).value]).toEqual([[email, email], [], ''])
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onLeft).toHaveBeenCalledOnce()
})
