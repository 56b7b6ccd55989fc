//! The heaps of a counterexample, one after the other: before the call, after each statement that
//! changed something, after the call.

use crate::draw::{Drafts, Figure, inline_svg};
use crate::{Counterexample, Place};
use maud::{Markup, PreEscaped, html};
use tightrope_heap::{Heap, Layouts};
use tightrope_program::Program;

/// One picture.
pub(super) struct Scene {
    title: String,
    /// The statement that led here.
    step: Option<(Place, String)>,
    figure: Figure,
    /// Is the clause true here that is false in the end?
    holds: Option<bool>,
    /// The clause becomes false for good.
    breaks: bool,
}

pub(super) fn scenes(found: &Counterexample, program: &Program, layouts: &Layouts) -> Vec<Scene> {
    let heaps: Vec<&Heap> =
        [&found.before].into_iter().chain(found.frames.iter().map(|frame| &frame.heap)).chain(&found.after).collect();
    let drafts = Drafts::new(program, layouts, &heaps);
    let initial = found.before.objects.len();
    let before = drafts.figure(&found.before, None, initial, 0);
    let mut scenes =
        vec![Scene { title: "before the call".to_owned(), step: None, figure: before, holds: None, breaks: false }];
    let mut last = &found.before;
    for (index, frame) in found.frames.iter().enumerate() {
        scenes.push(Scene {
            title: format!("step {}", index + 1),
            step: Some((frame.place.clone(), frame.text.clone())),
            figure: drafts.figure(&frame.heap, Some(last), initial, frame.variables),
            holds: frame.clause_holds,
            breaks: found.breaks_at == Some(index),
        });
        last = &frame.heap;
    }
    if let Some(after) = &found.after {
        let title = match &found.exception {
            Some(thrown) => format!("after the call, which throws {}: all that has changed", thrown.class),
            None => "after the call: all that has changed".to_owned(),
        };
        let figure = drafts.figure(after, Some(&found.before), initial, 0);
        scenes.push(Scene { title, step: None, figure, holds: None, breaks: false });
    }
    scenes
}

pub(super) fn element(number: usize, scenes: &[Scene], found: &Counterexample) -> Markup {
    html! {
        section.storyboard tabindex="0" aria-roledescription="storyboard" aria-label="How the heap changes: use the arrow keys" {
            div.controls {
                button type="button" data-go="first" aria-label="first picture" title="first (Home)" { "«" }
                button type="button" data-go="back" aria-label="previous picture" title="previous (←)" { "‹" }
                button type="button" data-go="next" aria-label="next picture" title="next (→)" { "›" }
                button type="button" data-go="last" aria-label="last picture" title="last (End)" { "»" }
                ol.dots {
                    @for (index, scene) in scenes.iter().enumerate() {
                        li { button type="button" class=(if scene.breaks { "dot breaks" } else { "dot" }) data-scene=(index)
                            aria-label=(format!("{} of {}: {}", index + 1, scenes.len(), scene.title)) title=(scene.title) {} }
                    }
                }
                span.count aria-hidden="true" { "1 / " (scenes.len()) }
            }
            div.live.hidden aria-live="polite" {}
            @for (index, scene) in scenes.iter().enumerate() { (picture(number, index, scene)) }
            @if found.frames_cut { p.also { "The run changes the heap more often; these are the first steps." } }
        }
    }
}

fn picture(number: usize, index: usize, scene: &Scene) -> Markup {
    let line = scene.step.as_ref().map(|(place, _)| place.to_string());
    let svg = inline_svg(&scene.figure, &scene.title, &format!("{number}-{index}"));
    html! {
        figure.scene data-line=[line] data-breaks[scene.breaks] {
            figcaption {
                span.when { (scene.title) }
                @if let Some((place, text)) = &scene.step { " " code { (text) } span.place { (place) } }
                @if scene.breaks { span.broken { "the clause breaks here" } }
                @else if scene.holds == Some(false) { span.state { "clause: false" } }
                @else if scene.holds == Some(true) { span.state { "clause: true" } }
            }
            div.paper { (PreEscaped(svg)) }
            @if !scene.figure.remarks.is_empty() {
                ul.remarks { @for remark in &scene.figure.remarks { li { (remark) } } }
            }
        }
    }
}
