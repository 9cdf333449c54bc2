import { test } from '../support/counterpart-test.ts';

test('a signature page that was shown once can be shown without a network', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  await person.isReadyForOffline();
  const samples = ['new page', 'one person', 'other scripts'];
  const allShown = async () => {
    for (const name of samples)
      await page
        .getByRole('img', { name: `Sample: ${name}` })
        .first()
        .waitFor();
  };
  await page.goto(`${counterpart.url}/account/styleguide`);
  await allShown();

  await person.loseNetwork(counterpart);
  // Its own cache may drop anything at any time, so it must not be what helps here.
  const debugging = await person.context.newCDPSession(page);
  await debugging.send('Network.clearBrowserCache');
  await page.reload();
  await allShown();
});
