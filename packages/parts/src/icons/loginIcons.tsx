import { type Icon, icon } from './IconFrame.js'

// Logging in: the mailbox, and plain marks of the providers, drawn for this set.

export const MailIcon: Icon = /* @__PURE__ */ icon(
  <rect x="2.5" y="4" width="15" height="12" rx="2.5" />,
  'm3.5 6 5.3 4.3a2 2 0 0 0 2.4 0L16.5 6',
)

export const DotsIcon: Icon = /* @__PURE__ */ icon(<path d="M4.5 10v.01M10 10v.01M15.5 10v.01" strokeWidth="2.6" />)

export const ApproveIcon: Icon = /* @__PURE__ */ icon(
  'M10 2.5 4 4.7v4.6c0 3.9 2.5 6.7 6 8.2 3.5-1.5 6-4.3 6-8.2V4.7zM7.3 10l1.9 1.9 3.5-3.8',
)

export const GoogleIcon: Icon = /* @__PURE__ */ icon(
  <path d="M16.7 9.9h-6.2M16.7 9.9a6.7 6.7 0 1 1-2-4.7" strokeWidth="2.2" />,
)

export const XMarkIcon: Icon = /* @__PURE__ */ icon('M3.5 3.5h3.2l9.8 13h-3.2zM15.8 3.5l-5 5.6M9 11.2l-4.7 5.3')

export const DiscordIcon: Icon = /* @__PURE__ */ icon(
  'M7.2 5.3 6.5 4.2c-1.4.2-2.4.6-3.1 1C2.1 7.5 1.7 10.3 2 13.7c1.3 1 2.7 1.7 4.2 2.1l1-1.7c1.9.5 3.7.5 5.6 0l1 1.7c1.5-.4 2.9-1.1 4.2-2.1.3-3.4-.1-6.2-1.4-8.5-.7-.4-1.7-.8-3.1-1l-.7 1.1c-1.9-.4-3.7-.4-5.6 0zM7.4 10.4v.01M12.6 10.4v.01',
)

export const FarcasterIcon: Icon = /* @__PURE__ */ icon(
  'M4.5 3.8h11M4.7 3.8v12.7M15.3 3.8v12.7M3 16.5h3.5M13.5 16.5H17M2.5 6.8h2.2M15.3 6.8h2.2M7.7 16.5v-4.2a2.3 2.3 0 0 1 4.6 0v4.2',
)

export const GitHubIcon: Icon = /* @__PURE__ */ icon(
  'M7.5 17.5v-2.3c-2.3.5-2.9-1-3.6-1.9M12.5 17.5v-2.7c0-.8-.2-1.3-.6-1.7 2.3-.3 4.1-1.3 4.1-4.2 0-1.1-.4-2-1.1-2.8.3-.9.2-1.8-.2-2.6-1 0-1.9.4-2.7 1a9 9 0 0 0-4 0c-.8-.6-1.7-1-2.7-1-.4.8-.5 1.7-.2 2.6C4.4 6.9 4 7.8 4 8.9c0 2.9 1.8 3.9 4.1 4.2-.4.4-.6.9-.6 1.7',
)

export const AppleIcon: Icon = /* @__PURE__ */ icon(
  'M13.5 6.7c-1.4 0-2.2.8-3.4.8S7.9 6.7 6.7 6.7C4.6 6.7 3 8.4 3 11c0 2.9 1.9 6.5 3.9 6.5 1.1 0 1.6-.7 3.1-.7s1.9.7 3.1.7c1.5 0 2.9-2.2 3.4-3.8-1.4-.6-2.2-1.6-2.2-2.9 0-1.2.6-2.1 1.6-2.7-.6-.9-1.5-1.4-2.4-1.4zM10 5.2c-.1-1.5 1-2.7 2.5-2.9.1 1.6-1 2.8-2.5 2.9z',
)

export const FacebookIcon: Icon = /* @__PURE__ */ icon(
  <circle cx="10" cy="10" r="7.5" />,
  'M10.3 17.4V9.2c0-1.5.8-2.3 2.2-2.3h.7M7.9 11h4.8',
)
