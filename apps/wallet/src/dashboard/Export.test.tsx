import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { AllArmed } from '../test/armed.js'
import { Export } from './Export.js'

afterEach(cleanup)

test('[F11] the password of a file is typed: one that is pasted may be another page’s, who then opens it', () => {
  const none = async () => Promise.reject(new Error('Nothing is taken here.'))
  render(<Export onFile={none} onWords={none} />, { wrapper: AllArmed })
  const brought = (inputType: string) =>
    screen
      .getByLabelText(/password/i)
      .dispatchEvent(new InputEvent('beforeinput', { bubbles: true, composed: true, cancelable: true, inputType }))
  expect(['insertFromPaste', 'insertFromDrop', 'insertText'].map(brought)).toEqual([false, false, true])
})
