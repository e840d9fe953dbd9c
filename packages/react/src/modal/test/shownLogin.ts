import { fireEvent } from '@testing-library/react'
import { type LoginKit, loginKit } from './loginKit.js'
import { acting, type ShownModal, showModal } from './modalKit.js'

/** A kit with a scripted login, whose modal shows Connect. */
export async function opened(
  options: Parameters<typeof loginKit>[0] = {},
): Promise<LoginKit & { readonly modal: ShownModal }> {
  const kit = loginKit(options)
  const modal = await showModal(kit)
  await acting(() => kit.foyer.open())
  await modal.arrived('Connect')
  return { ...kit, modal }
}

export function inputOf(modal: ShownModal, part: string): HTMLInputElement {
  const input = modal.part(part).querySelector('input')
  if (!input) throw new Error(`no field ${part}`)
  return input
}

export const type = (input: HTMLInputElement, value: string): Promise<void> =>
  acting(() => void fireEvent.change(input, { target: { value } }))

/** Types an address and presses Enter. */
export async function submit(modal: ShownModal, email: string): Promise<void> {
  await type(inputOf(modal, 'login-email'), email)
  await acting(() => void fireEvent.submit(modal.part('login-email').closest('form') ?? document))
}

/** The field of the code that was mailed. */
export function codeField(modal: ShownModal): HTMLInputElement {
  const input = modal.part('code-input')
  if (!(input instanceof HTMLInputElement)) throw new Error('no code field')
  return input
}
