import { expect, test } from '../fixtures.js'
import { examine } from './examine.js'

test('an operator makes, changes and removes a project by keyboard alone', async ({ page, journey }) => {
  const { server, adminToken } = journey.local
  const id = `by-keyboard-${test.info().repeatEachIndex}`
  // A page that refuses says so by its status, which the browser tells the console.
  journey.expectTrouble(/status of 40[01]/)
  await page.goto(`${server}/admin`)
  await page.getByLabel("Operator's token").fill('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText("This isn't the operator's token.")
  await page.getByLabel("Operator's token").fill(adminToken)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()

  await page.getByRole('link', { name: 'New project' }).press('Enter')
  await page.getByLabel('Project id').fill('by keyboard')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Nothing was saved.')
  await expect(page.getByLabel('Project id')).toHaveAccessibleDescription(/Must be letters, digits/)
  await page.getByLabel('Project id').fill(id)
  await page.getByLabel('Name', { exact: true }).fill('By keyboard')
  await page.getByLabel('Allowed origins').fill('https://dapp.example\nhttps://*.dapp.example')
  await page.getByLabel('Swaps').press('Space')
  await page.getByRole('button', { name: 'Create project' }).press('Enter')

  await expect(page.getByRole('status')).toHaveText('The project is there.')
  await expect(page.getByLabel('Swaps')).not.toBeChecked()
  await expect(page.getByLabel('History')).toBeChecked()
  await page.getByLabel('Requests a day').fill('5')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('Saved.')
  await expect(page.getByLabel("Share of the day's quota")).toBeVisible()

  await page.getByLabel(`Write ${id} to confirm`).fill(id)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
  await expect(page.getByRole('link', { name: id })).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign out' }).press('Enter')
  await expect(page.getByLabel("Operator's token")).toBeVisible()
  await page.goto(`${server}/admin/projects/foyer-demo`)
  await expect(page.getByLabel("Operator's token")).toBeVisible()
})

test("axe finds nothing on the server's own pages", async ({ page, journey }) => {
  const { server, adminToken } = journey.local
  await page.goto(server)
  await examine({ page, name: 'the welcome' })
  await page.goto(`${server}/admin`)
  await examine({ page, name: 'the sign-in' })
  await page.getByLabel("Operator's token").fill(adminToken)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
  await examine({ page, name: 'the projects' })
  await page.goto(`${server}/admin/projects/foyer-demo`)
  await page.getByText('Day by day').click()
  await examine({ page, name: 'a project' })
  await page.goto(`${server}/admin/new`)
  await examine({ page, name: 'a new project' })
  await page.goto(`${server}/docs`)
  await examine({ page, name: 'the API' })
})
