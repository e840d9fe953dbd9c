import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Every button whose press counts at once, and every form, by what it does: each leads on, goes back, refuses, or sends what is typed; what approves
 * asks `takes` by itself. One that decides is an `ArmedButton`.
 */
const unarmed: Readonly<Record<string, readonly string[]>> = {
  'approval/ApprovalScreen.tsx': ['onReject', 'onApprove'],
  'approval/Receipt.tsx': ['onDone'],
  'arming/Reason.tsx': ['onWindow'],
  'confirm/ConfirmPage.tsx': ['onAgain'],
  'dashboard/AccountCode.tsx': [
    "() => onBegin(network, 'ended')",
    "() => onBegin(network, 'own')",
    "() => onBegin(network, 'none')",
    'onReject',
    '({ nativeEvent',
  ],
  'dashboard/Accounts.tsx': ['() => void copy()'],
  'dashboard/AddPaper.tsx': ['() => window.print()'],
  'dashboard/AddPasskey.tsx': ['onEnd'],
  'dashboard/CloseMail.tsx': ['onEnd'],
  'dashboard/DashboardPage.tsx': ['read'],
  'dashboard/DeleteWallet.tsx': ['onDelete'],
  'dashboard/Devices.tsx': ['onLook'],
  'dashboard/Export.tsx': ['submit', "() => setShown('warned')", 'hide', 'hide'],
  'dashboard/HoldingList.tsx': ['() => setWhole(true)'],
  'dashboard/Home.tsx': ['() => void read()', 'onLook'],
  'dashboard/ImportPage.tsx': ['onAgain'],
  'dashboard/LoginByMail.tsx': ['submit'],
  'dashboard/NotCome.tsx': ['again'],
  'dashboard/OwnWord.tsx': ['() => setChoosing(true)'],
  'dashboard/RecoverPage.tsx': ["() => setShown({ is: 'paper', file"],
  'dashboard/Security.tsx': ['() => onAdd(kind)', 'onClose'],
  'dashboard/SignIn.tsx': ['() => open(byPasskey)', "() => setShown('paper')"],
  'dashboard/Socials.tsx': ['coming.again'],
  'dashboard/socialWays.tsx': ['() => choose(provider)', '() => onEnd()', '() => onEnd()'],
  'frame/InWindow.tsx': ['onReject', 'go'],
  'login/LoginMessage.tsx': ['() => go?.()', 'onAnother', '() => void sendAgain().catch(fail)'],
  'moving/FileForm.tsx': ['submit'],
  'ownWord/OwnWindow.tsx': ['() => setChoosing(true)'],
  'ownWord/WordForm.tsx': ['keep', 'onLeft'],
  'popup/ContinueWays.tsx': ['onLeft', '() => setTyping(true)'],
  'popup/LoginHere.tsx': ['() => {'],
  'popup/SignHere.tsx': ['reject', 'review', 'onLeft', 'begin'],
  'social/SocialPage.tsx': ['leave'],
  'views/Message.tsx': ['onClose'],
  'views/MessageForm.tsx': ['send'],
}

const source = new URL('../', import.meta.url)
const press =
  /<(?:Button|LinkButton|IconButton|form)\b(?:(?!<(?:Button|LinkButton|IconButton|form|Armed)).)*?\bon(?:Click|Submit)=\{([^}\n]*)/gs

test('[F11] a press that isn’t armed leads on, goes back, or asks once more: each is on this list', () => {
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .map((file) => {
      const text = readFileSync(new URL(file, source), 'utf8')
      return [file, [...text.matchAll(press)].map(([, does = '']) => does.trim())] as const
    })
    .filter(([, all]) => all.length > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  expect(Object.fromEntries(found)).toEqual(unarmed)
})
