/** What the login server's mails say. Placeholders stand in braces, as in the kit's own catalogue. */
export const loginSentences = {
  'code.subject': '{code} is your code for {site}',
  'code.title': 'Log in at {site}',
  'code.code': 'Your code',
  'code.life': 'The code is good for {minutes} minutes, and only in the browser that asked for it.',
  'code.site': 'Asked for by',
  'code.browser': 'Browser',
  'code.keep': 'Type this code only on the page where you asked for it, and give it to no one.',
  'code.notYou': 'You did not ask for it? Then do nothing: without this code no one is logged in.',
} as const
